"""The answers and the options of questions, as dicts.

Written by: go test ./cmd/gradoku -run TestTypes -update
From the types of package api; docs/schemas/api.json says the same of them.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Level = Literal["gentle", "easy", "medium", "hard", "expert", "extreme"]
Technique = Literal["full-house", "hidden-single-box", "hidden-single-line", "direct-pointing", "direct-claiming", "direct-hidden-pair", "naked-single", "direct-hidden-triplet", "pointing", "claiming", "naked-pair", "x-wing", "hidden-pair", "naked-triplet", "swordfish", "hidden-triplet", "xy-wing", "xyz-wing", "unique-rectangle-1", "unique-rectangle-2", "unique-rectangle-3", "unique-rectangle-4", "unique-loop-1", "unique-loop-2", "unique-loop-3", "unique-loop-4", "naked-quad", "jellyfish", "hidden-quad", "bug-1", "bug-2", "bug-4", "bug-3", "aligned-pair-exclusion", "x-cycle", "y-cycle", "forcing-x-chain", "cycle", "forcing-chain", "aligned-triplet-exclusion", "nishio", "cell-forcing-chain", "region-forcing-chain", "dynamic-contradiction", "dynamic-double", "dynamic-cell", "dynamic-region", "dynamic-plus", "nested-2", "nested-3", "nested-4", "nested-5", "last-resort", "locked-pair", "locked-triplet", "remote-pair", "skyscraper", "two-string-kite", "turbot-fish", "empty-rectangle", "w-wing", "hidden-rectangle", "finned-x-wing", "sashimi-x-wing", "finned-swordfish", "sashimi-swordfish", "finned-jellyfish", "sashimi-jellyfish", "sue-de-coq", "simple-colouring-trap", "simple-colouring-wrap", "multi-colouring-1", "multi-colouring-2", "als-xz"]
Symmetry = Literal["none", "rotate180", "rotate90", "mirror-horizontal", "mirror-vertical", "mirror-both", "diagonal", "antidiagonal", "both-diagonals", "full"]
TechniqueOrder = Literal["se", "human"]
Language = Literal["en", "de", "fr", "es", "it", "pt", "nl", "pl", "zh", "ja"]


class ParseOptions(TypedDict, total=False):
    text: str  # a puzzle on one line or several, with a frame or without, or MATLAB's list of clues; the server and gradoku ask read every format of gradoku list formats, such as links
    form: str  # also write it as text: line (. for a blank), zeros (0 for a blank), rows (a line for each row), framed (with lines between the boxes)


class Parsed(TypedDict):
    puzzle: str  # row by row on one line, . for a blank
    size: int  # the number of digits: 9 for 9x9
    clues: int
    text: NotRequired[str]  # the puzzle in the form that was asked for


class CheckOptions(TypedDict, total=False):
    quick: bool  # do not look for redundant clues


class Checked(TypedDict):
    puzzle: str
    clues: int
    symmetry: Symmetry  # symmetry of the clue pattern, one of gradoku list symmetries
    proper: bool  # whether there is exactly one solution
    fault: Literal["malformed", "unreadable", "none", "several", "unproved", "same_as_another", "wrong_solution", "not_minimal", "stuck", "budget", "timeout", "request", "exhausted", "other"] | None  # why it is not proper: none, several or unproved; null if it is
    text: str  # the verdict in words
    duplicates: list[Duplicate]  # digits that a house contains more than once
    solution: str | None  # the solution, or one of several
    differ: list[str]  # if there are several solutions: the cells in which two of them differ, such as r1c2
    minimal: bool | None  # whether every clue is needed; null if this is unknown or was not requested
    needless: list[str]  # the clues that can be removed one at a time, such as r1c2=5
    unproved: NotRequired[int]  # number of clues for which the proof is too hard


class Duplicate(TypedDict):
    house: str  # the house in words: row 3
    digit: str
    cells: list[str]  # cells such as r1c2


class SolveOptions(TypedDict, total=False):
    limit: int  # return all solutions up to this number, at most 10000; by default one solution is returned, and whether it is unique
    budget: int  # end after this many search nodes


class Solved(TypedDict):
    puzzle: str
    solutions: int  # number of solutions found; without --all and --count the search ends at the second
    status: str  # how the search ended
    unique: bool  # whether the search proved that there is exactly one solution
    solution: NotRequired[str]  # the first solution found
    all: NotRequired[list[str]]  # with --all: every solution found
    solver: str
    nodes: int  # states that the search visited
    guesses: int


class GradeOptions(TypedDict, total=False):
    technique_order: TechniqueOrder  # se (the rating, the default) or human (named patterns before chains)
    steps: bool  # also return the steps
    budget: int  # end after this many units of work and return a lower bound; 25000000, the default, is about a second
    measures: bool  # Also return x, y, the letters, pearl and diamond


class Graded(TypedDict):
    puzzle: str
    solution: str
    clues: int  # number of clues
    blanks: int | None  # blank count N
    freedom: int | None  # blank freedom F
    scan: float | None  # scan effort
    x: NotRequired[int | None]  # class of the blank count
    y: NotRequired[int | None]  # class of the blank freedom
    letter_printed: NotRequired[str | None]  # difficulty letter A to I, by the class limits that the source prints; null for a variant
    letter_fitted: NotRequired[str | None]  # difficulty letter A to I, by the class limits that reproduce the source's tables; null for a variant
    pearl: NotRequired[float | None]  # the rating up to the first placement (EP)
    diamond: NotRequired[float | None]  # the rating of the first step (ED)
    rating: float | None  # the rating on Sudoku Explainer's scale (ER); null if no technique was needed
    at_least: bool | None  # whether the rating is a lower bound because the budget ran out
    hardest: Technique | None  # id of the technique that determines the rating
    level: Level | None  # id of the difficulty level, one of gradoku list levels
    solved_by_logic: bool | None  # whether the known techniques solve it
    techniques: dict[str, int]  # how often each technique was used, by id
    steps: NotRequired[list[Step]]  # if requested: how the puzzle is solved


class Step(TypedDict):
    technique: Technique  # id of the technique, one of gradoku list techniques
    rating: NotRequired[float]  # absent for a named pattern, which has none
    score: NotRequired[int]  # score in the technique order for people
    text: str  # the step in words
    placement: NotRequired[str]  # the digit placed, such as r4c7=5
    eliminated: NotRequired[list[str]]  # the candidates eliminated, such as r4c7=5
    chains: NotRequired[list[str]]  # its chains in the notation of the founding paper


class HumanGraded(TypedDict):
    puzzle: str
    solution: str
    technique_order: TechniqueOrder  # human
    clues: int
    score: int  # the sum of the scores of the steps
    at_least: bool  # whether the score is a lower bound because the budget ran out
    hardest: Technique | None  # id of the hardest technique
    solved_by_logic: bool
    techniques: dict[str, int]  # how often each technique was used, by id
    steps: NotRequired[list[Step]]  # with --steps: how the puzzle is solved


class HintOptions(TypedDict, total=False):
    state: str  # the clues with the player's entries, in the same notation
    candidates: str  # the player's candidates: N characters for each cell, the d-th of them digit d or a dot; all dots for a cell without any
    corners: str  # the player's corner marks, which mark the possible cells of a digit in a box, in the notation of candidates; hints do not use them
    technique_order: TechniqueOrder  # the order in which techniques are tried: human (the default) or se
    up_to: Level | str  # the hardest technique: a level, or a rating such as 4.4 with the technique order se
    known: list[Technique]  # ids of the allowed techniques; absent for all
    depth: Literal["nudge", "where", "full"]  # nudge, where or full (the default)
    notes: Literal["partial", "complete", "ignore"]  # how to use the candidates: partial (the default: a step is justified by the grid, and by noted eliminations that follow from it), complete (a digit not noted is ruled out) or ignore
    reveal: bool  # at depth full: if the candidates of a cell lack the digit of the solution, name that digit
    lang: Language | str  # the language of names and texts, en by default
    familiar: bool  # address the player as du, tu or tú, in languages that also have a polite form: de, fr, es, it and pt
    svg: bool  # also draw the hint


class Hint(TypedDict):
    status: Literal["ok", "wrong_entry", "wrong_mark", "contradiction", "improper", "solved", "beyond"]  # ok if there is a step, otherwise the reason why there is none
    depth: Literal["nudge", "where", "full"]  # how much is shown: nudge (technique and region), where (also the cells), full
    text: str  # the hint in words
    wrong: NotRequired[list[WrongCell]]  # with the status wrong_entry or wrong_mark, at depth full: the cells at fault
    houses: NotRequired[list[str]]  # with the status wrong_entry or wrong_mark, from depth where on: the houses with errors
    step: NotRequired[HintStep]  # with the status ok: the next step
    svg: NotRequired[str]  # on request: a picture of the hint


class WrongCell(TypedDict):
    cell: str
    digit: NotRequired[int]  # the wrong entry
    missing: NotRequired[int]  # on request: the digit of the solution, if the candidates lack it


class HintStep(TypedDict):
    technique: Technique  # id of the technique, one of gradoku list techniques
    form: NotRequired[str]  # the name that players use for this form of chain: x-chain, xy-chain, aic-1, aic-2, discontinuous-loop or continuous-loop
    name: str  # name of the form if there is one, otherwise of the technique, in the language of the hint
    rating: NotRequired[float]  # rating of this step; absent for a named pattern, which has none
    score: NotRequired[int]  # score in the technique order for people; absent for a technique that this order does not have
    region: str  # the house to look at
    cells: NotRequired[list[str]]  # from depth where on: the cells of the pattern, in the order used by the technique
    houses: NotRequired[list[str]]  # from depth where on: the houses of the pattern; for a fish first the bases, then the covers
    digits: NotRequired[list[int]]  # at depth full, like all fields below: the digits of the pattern
    parts: NotRequired[list[list[str]]]  # the cells in groups, as the technique distinguishes them; show each group in its own colour
    because: NotRequired[list[HintReason]]  # the candidates that form the pattern; for a single, the digits on the board that exclude the other possibilities
    chains: NotRequired[list[list[Linking]]]  # the reasoning: chains of consequences from an assumption
    notes: NotRequired[list[HintNote]]  # candidates to note first, in cells where the player has none
    places: NotRequired[list[HintMark]]  # the digits to enter
    removes: NotRequired[list[HintMark]]  # the candidates to eliminate


class HintReason(TypedDict):
    cell: str
    digit: int
    house: NotRequired[str]  # for a digit on the board: the house in which it excludes the candidate


Linking = TypedDict(
    "Linking",
    {
        "cell": "str",
        "digit": "int",
        "on": "bool",  # whether the candidate is true
        "from": "NotRequired[list[int]]",  # the links from which this one follows, by their index in the chain, from 0; absent for the assumption
        "link": "NotRequired[str]",  # strong: the candidate is true because those of the links in from are false; weak: it is false because one of them is true
        "by": "NotRequired[Technique]",  # if the link is neither: id of the technique by which it follows
    },
)


class HintNote(TypedDict):
    cell: str
    digits: list[int]


class HintMark(TypedDict):
    cell: str
    digit: int


class GenerateOptions(TypedDict, total=False):
    size: int  # digits in a row: 4, 6, 9, 12 or 16
    variant: str  # the variant: x, windoku or others, joined with + to combine them, or jigsaw, of any layout; jigsaw:LAYOUT gives the region of each cell, jigsaw:rotate180 or another symmetry asks for symmetric layouts (gradoku list variants); any selects saved puzzles of all variants
    symmetry: Symmetry  # symmetry of the clues
    clues: str | float  # how many clues: 30, 22-25 for a range, -23 for at most 23 (by default new puzzles keep as few as they can, unless few such puzzles fit the target: then the search chooses how many)
    minimal: bool  # only puzzles none of whose clues can be dropped (new ones without symmetry are like that by default)
    rating: str | float  # only ratings in this range, for example 4.0-4.6; several with commas
    level: Level | str  # only these levels, for example hard or medium,hard
    letter: str  # only these letters by the printed borders, for example E-G or EFG
    technique: Technique | str  # only puzzles whose path needs this technique, for example xy-wing: at some point nothing before it in the table helps; several with commas: all of them
    only_techniques: Technique | str  # only puzzles whose path uses no technique but these, named with commas; the last cell of a house needs no mention
    people_technique: Technique | str  # only puzzles whose path for people has this technique, for example skyscraper; several with commas: all of them
    people_hardest: Technique | str  # only puzzles whose path for people has this technique as its hardest, the one with the highest score; several with commas: one of them
    minutes: str | float  # only 9x9 puzzles whose predicted solving time in minutes is in this range, for example 10-15
    pattern: str  # clues in exactly these cells: . and 0 are blanks, all else are clues
    seed: int  # random seed, from 0; chosen at random by default
    attempts: int  # give up after this many attempts; by default when success has become unlikely, and up to 9x9 after two seconds
    measures: bool  # Also return x, y, the letters, pearl and diamond


class Generated(TypedDict):
    puzzle: str
    solution: str
    key: str  # the key of its canonical form, the same for all isomorphic puzzles
    seed: int  # seed of the search: the same request with this seed finds the same puzzle
    index: int  # number of the attempt that found it
    size: int
    symmetry: Symmetry  # symmetry of the clue pattern, one of gradoku list symmetries
    minimal: bool  # whether it is known to be minimal
    clues: int  # number of clues
    blanks: int | None  # blank count N
    freedom: int | None  # blank freedom F
    scan: float | None  # scan effort
    x: NotRequired[int | None]  # class of the blank count
    y: NotRequired[int | None]  # class of the blank freedom
    letter_printed: NotRequired[str | None]  # difficulty letter A to I, by the class limits that the source prints; null for a variant
    letter_fitted: NotRequired[str | None]  # difficulty letter A to I, by the class limits that reproduce the source's tables; null for a variant
    pearl: NotRequired[float | None]  # the rating up to the first placement (EP)
    diamond: NotRequired[float | None]  # the rating of the first step (ED)
    rating: float | None  # the rating on Sudoku Explainer's scale (ER); null if no technique was needed
    at_least: bool | None  # whether the rating is a lower bound because the budget ran out
    hardest: Technique | None  # id of the technique that determines the rating
    level: Level | None  # id of the difficulty level, one of gradoku list levels
    solved_by_logic: bool | None  # whether the known techniques solve it
    techniques: dict[str, int]  # how often each technique was used, by id


class PuzzleOptions(TypedDict, total=False):
    pass


class Canonical(TypedDict):
    puzzle: str  # the original puzzle
    canonical: str  # its canonical form
    key: str  # the key of the form, 16 bytes in hex
    transform: str  # how to get from the puzzle to the form


class MinimalOptions(TypedDict, total=False):
    seed: int  # remove clues in a random order given by this seed; by default row by row


class Minimized(TypedDict):
    puzzle: str  # the original puzzle
    minimal: str  # the reduced puzzle
    redundant: list[str]  # the removed clues, such as r1c2=5
    unproved: NotRequired[int]  # number of clues kept because the proof is too hard


class MorphOptions(TypedDict, total=False):
    count: int  # how many copies, at most 1000; 1 by default
    seed: int  # random seed, from 0


class Morphed(TypedDict):
    puzzle: str
    copies: list[Copy]  # the copies; fewer than requested if the puzzle has no more isomorphs


class Copy(TypedDict):
    puzzle: str
    transform: str  # how to get from the puzzle to the copy


class ListOptions(TypedDict, total=False):
    lang: Language | str  # the language of the techniques' names, en by default


class Lists(TypedDict):
    levels: list[LevelRow]
    techniques: list[TechniqueRow]  # the techniques of the rating, then the named patterns
    symmetries: list[NameRow]
    sizes: list[SizeRow]
    languages: list[NameRow]  # the languages of hints; the meaning is the language's own name


class LevelRow(TypedDict):
    id: Level | Technique
    name: str  # in English
    meaning: str
    max_rating: float | None  # the highest rating of the level; null for no limit
    max_scan: float | None  # the largest scan effort of the level on 9x9; it grows with the number of cells; null for no limit


class TechniqueRow(TypedDict):
    id: Technique
    name: str
    rating: float | None  # null for a named pattern, which has none
    score: int  # its score in the technique order for people, or 0


class NameRow(TypedDict):
    meaning: str
    name: str


class SizeRow(TypedDict):
    box: str  # rows x columns of a box
    box_columns: int
    box_rows: int
    cells: int
    digits: str
    size: int


class DrawOptions(TypedDict, total=False):
    candidates: bool  # show the candidates in the blanks
    singles: bool  # show the candidates, and emphasise those that are the only one in their cell
    coordinates: bool  # label the rows r1, r2, ... and the columns c1, c2, ... in the margins
    solution: bool  # show the solution's digits in the blanks
    step: int  # show this step of the solution path, from 1
    technique_order: TechniqueOrder  # the technique order of the solution path: se (the default) or human
    width: int  # width in pixels


class Drawn(TypedDict):
    title: str  # what the picture shows, in words
    svg: str


class Error(TypedDict):
    code: Literal["malformed", "unreadable", "none", "several", "unproved", "same_as_another", "wrong_solution", "not_minimal", "stuck", "budget", "timeout", "request", "exhausted", "other"]  # kind of error; docs/schemas/README.md lists the codes
    text: str  # the error in words
