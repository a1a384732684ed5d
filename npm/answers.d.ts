// Written by: go test ./cmd/gradoku -run TestTypes -update
// From the types of package api; docs/schemas/api.json says the same of them.

export type Level = "gentle" | "easy" | "medium" | "hard" | "expert" | "extreme";

export type Technique = "full-house" | "hidden-single-box" | "hidden-single-line" | "direct-pointing" | "direct-claiming" | "direct-hidden-pair" | "naked-single" | "direct-hidden-triplet" | "pointing" | "claiming" | "naked-pair" | "x-wing" | "hidden-pair" | "naked-triplet" | "swordfish" | "hidden-triplet" | "xy-wing" | "xyz-wing" | "unique-rectangle-1" | "unique-rectangle-2" | "unique-rectangle-3" | "unique-rectangle-4" | "unique-loop-1" | "unique-loop-2" | "unique-loop-3" | "unique-loop-4" | "naked-quad" | "jellyfish" | "hidden-quad" | "bug-1" | "bug-2" | "bug-4" | "bug-3" | "aligned-pair-exclusion" | "x-cycle" | "y-cycle" | "forcing-x-chain" | "cycle" | "forcing-chain" | "aligned-triplet-exclusion" | "nishio" | "cell-forcing-chain" | "region-forcing-chain" | "dynamic-contradiction" | "dynamic-double" | "dynamic-cell" | "dynamic-region" | "dynamic-plus" | "nested-2" | "nested-3" | "nested-4" | "nested-5" | "last-resort" | "locked-pair" | "locked-triplet" | "remote-pair" | "skyscraper" | "two-string-kite" | "turbot-fish" | "empty-rectangle" | "w-wing" | "hidden-rectangle" | "finned-x-wing" | "sashimi-x-wing" | "finned-swordfish" | "sashimi-swordfish" | "finned-jellyfish" | "sashimi-jellyfish" | "sue-de-coq" | "simple-colouring-trap" | "simple-colouring-wrap" | "multi-colouring-1" | "multi-colouring-2" | "als-xz";

export type Symmetry = "none" | "rotate180" | "rotate90" | "mirror-horizontal" | "mirror-vertical" | "mirror-both" | "diagonal" | "antidiagonal" | "both-diagonals" | "full";

export type TechniqueOrder = "se" | "human";

export type Language = "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "pl" | "zh" | "ja";

export interface ParseRequest {
  /** a puzzle on one line or several, with a frame or without, or MATLAB's list of clues; the server and gradoku ask read every format of gradoku list formats, such as links */
  text: string;
  /** also write it as text: line (. for a blank), zeros (0 for a blank), rows (a line for each row), framed (with lines between the boxes) */
  form?: string;
}

export interface Parsed {
  /** row by row on one line, . for a blank */
  puzzle: string;
  /** the number of digits: 9 for 9x9 */
  size: number;
  clues: number;
  /** the puzzle in the form that was asked for */
  text?: string;
}

export interface CheckRequest {
  puzzle: string;
  /** do not look for redundant clues */
  quick?: boolean;
}

export interface Checked {
  puzzle: string;
  clues: number;
  /** symmetry of the clue pattern, one of gradoku list symmetries */
  symmetry: Symmetry;
  /** whether there is exactly one solution */
  proper: boolean;
  /** why it is not proper: none, several or unproved; null if it is */
  fault: "malformed" | "unreadable" | "none" | "several" | "unproved" | "same_as_another" | "wrong_solution" | "not_minimal" | "stuck" | "budget" | "timeout" | "request" | "exhausted" | "other" | null;
  /** the verdict in words */
  text: string;
  /** digits that a house contains more than once */
  duplicates: Duplicate[];
  /** the solution, or one of several */
  solution: string | null;
  /** if there are several solutions: the cells in which two of them differ, such as r1c2 */
  differ: string[];
  /** whether every clue is needed; null if this is unknown or was not requested */
  minimal: boolean | null;
  /** the clues that can be removed one at a time, such as r1c2=5 */
  needless: string[];
  /** number of clues for which the proof is too hard */
  unproved?: number;
}

export interface Duplicate {
  /** the house in words: row 3 */
  house: string;
  digit: string;
  /** cells such as r1c2 */
  cells: string[];
}

export interface SolveRequest {
  puzzle: string;
  /** return all solutions up to this number, at most 10000; by default one solution is returned, and whether it is unique */
  limit?: number;
  /** end after this many search nodes */
  budget?: number;
}

export interface Solved {
  puzzle: string;
  /** number of solutions found; without --all and --count the search ends at the second */
  solutions: number;
  /** how the search ended */
  status: string;
  /** whether the search proved that there is exactly one solution */
  unique: boolean;
  /** the first solution found */
  solution?: string;
  /** with --all: every solution found */
  all?: string[];
  solver: string;
  /** states that the search visited */
  nodes: number;
  guesses: number;
}

export interface GradeRequest {
  puzzle: string;
  /** se (the rating, the default) or human (named patterns before chains) */
  technique_order?: TechniqueOrder;
  /** also return the steps */
  steps?: boolean;
  /** end after this many units of work and return a lower bound; 25000000, the default, is about a second */
  budget?: number;
  /** Also return x, y, the letters, pearl and diamond */
  measures?: boolean;
}

export interface Graded {
  puzzle: string;
  solution: string;
  /** number of clues */
  clues: number;
  /** blank count N */
  blanks: number | null;
  /** blank freedom F */
  freedom: number | null;
  /** scan effort */
  scan: number | null;
  /** class of the blank count */
  x?: number | null;
  /** class of the blank freedom */
  y?: number | null;
  /** difficulty letter A to I, by the class limits that the source prints; null for a variant */
  letter_printed?: string | null;
  /** difficulty letter A to I, by the class limits that reproduce the source's tables; null for a variant */
  letter_fitted?: string | null;
  /** the rating up to the first placement (EP) */
  pearl?: number | null;
  /** the rating of the first step (ED) */
  diamond?: number | null;
  /** the rating on Sudoku Explainer's scale (ER); null if no technique was needed */
  rating: number | null;
  /** whether the rating is a lower bound because the budget ran out */
  at_least: boolean | null;
  /** id of the technique that determines the rating */
  hardest: Technique | null;
  /** id of the difficulty level, one of gradoku list levels */
  level: Level | null;
  /** whether the known techniques solve it */
  solved_by_logic: boolean | null;
  /** how often each technique was used, by id */
  techniques: Record<string, number>;
  /** if requested: how the puzzle is solved */
  steps?: Step[];
}

export interface Step {
  /** id of the technique, one of gradoku list techniques */
  technique: Technique;
  /** absent for a named pattern, which has none */
  rating?: number;
  /** score in the technique order for people */
  score?: number;
  /** the step in words */
  text: string;
  /** the digit placed, such as r4c7=5 */
  placement?: string;
  /** the candidates eliminated, such as r4c7=5 */
  eliminated?: string[];
  /** its chains in the notation of the founding paper */
  chains?: string[];
}

export interface HumanGraded {
  puzzle: string;
  solution: string;
  /** human */
  technique_order: TechniqueOrder;
  clues: number;
  /** the sum of the scores of the steps */
  score: number;
  /** whether the score is a lower bound because the budget ran out */
  at_least: boolean;
  /** id of the hardest technique */
  hardest: Technique | null;
  solved_by_logic: boolean;
  /** how often each technique was used, by id */
  techniques: Record<string, number>;
  /** with --steps: how the puzzle is solved */
  steps?: Step[];
}

export interface HintRequest {
  /** the clues, row by row, with . for a blank */
  puzzle: string;
  /** the clues with the player's entries, in the same notation */
  state?: string;
  /** the player's candidates: N characters for each cell, the d-th of them digit d or a dot; all dots for a cell without any */
  candidates?: string;
  /** the player's corner marks, which mark the possible cells of a digit in a box, in the notation of candidates; hints do not use them */
  corners?: string;
  /** the order in which techniques are tried: human (the default) or se */
  technique_order?: TechniqueOrder;
  /** the hardest technique: a level, or a rating such as 4.4 with the technique order se */
  up_to?: Level | `${number}`;
  /** ids of the allowed techniques; absent for all */
  known?: Technique[];
  /** nudge, where or full (the default) */
  depth?: "nudge" | "where" | "full";
  /** how to use the candidates: partial (the default: a step is justified by the grid, and by noted eliminations that follow from it), complete (a digit not noted is ruled out) or ignore */
  notes?: "partial" | "complete" | "ignore";
  /** at depth full: if the candidates of a cell lack the digit of the solution, name that digit */
  reveal?: boolean;
  /** the language of names and texts, en by default */
  lang?: Language | `${string}-${string}`;
  /** address the player as du, tu or tú, in languages that also have a polite form: de, fr, es, it and pt */
  familiar?: boolean;
  /** also draw the hint */
  svg?: boolean;
}

export interface Hint {
  /** ok if there is a step, otherwise the reason why there is none */
  status: "ok" | "wrong_entry" | "wrong_mark" | "contradiction" | "improper" | "solved" | "beyond";
  /** how much is shown: nudge (technique and region), where (also the cells), full */
  depth: "nudge" | "where" | "full";
  /** the hint in words */
  text: string;
  /** with the status wrong_entry or wrong_mark, at depth full: the cells at fault */
  wrong?: WrongCell[];
  /** with the status wrong_entry or wrong_mark, from depth where on: the houses with errors */
  houses?: string[];
  /** with the status ok: the next step */
  step?: HintStep;
  /** on request: a picture of the hint */
  svg?: string;
}

export interface WrongCell {
  cell: string;
  /** the wrong entry */
  digit?: number;
  /** on request: the digit of the solution, if the candidates lack it */
  missing?: number;
}

export interface HintStep {
  /** id of the technique, one of gradoku list techniques */
  technique: Technique;
  /** the name that players use for this form of chain: x-chain, xy-chain, aic-1, aic-2, discontinuous-loop or continuous-loop */
  form?: string;
  /** name of the form if there is one, otherwise of the technique, in the language of the hint */
  name: string;
  /** rating of this step; absent for a named pattern, which has none */
  rating?: number;
  /** score in the technique order for people; absent for a technique that this order does not have */
  score?: number;
  /** the house to look at */
  region: string;
  /** from depth where on: the cells of the pattern, in the order used by the technique */
  cells?: string[];
  /** from depth where on: the houses of the pattern; for a fish first the bases, then the covers */
  houses?: string[];
  /** at depth full, like all fields below: the digits of the pattern */
  digits?: number[];
  /** the cells in groups, as the technique distinguishes them; show each group in its own colour */
  parts?: string[][];
  /** the candidates that form the pattern; for a single, the digits on the board that exclude the other possibilities */
  because?: HintReason[];
  /** the reasoning: chains of consequences from an assumption */
  chains?: Linking[][];
  /** candidates to note first, in cells where the player has none */
  notes?: HintNote[];
  /** the digits to enter */
  places?: HintMark[];
  /** the candidates to eliminate */
  removes?: HintMark[];
}

export interface HintReason {
  cell: string;
  digit: number;
  /** for a digit on the board: the house in which it excludes the candidate */
  house?: string;
}

export interface Linking {
  cell: string;
  digit: number;
  /** whether the candidate is true */
  on: boolean;
  /** the links from which this one follows, by their index in the chain, from 0; absent for the assumption */
  from?: number[];
  /** strong: the candidate is true because those of the links in from are false; weak: it is false because one of them is true */
  link?: string;
  /** if the link is neither: id of the technique by which it follows */
  by?: Technique;
}

export interface HintNote {
  cell: string;
  digits: number[];
}

export interface HintMark {
  cell: string;
  digit: number;
}

export interface GenerateRequest {
  /** digits in a row: 4, 6, 9, 12 or 16 */
  size?: number;
  /** the variant: x, windoku or others, joined with + to combine them, or jigsaw, of any layout; jigsaw:LAYOUT gives the region of each cell, jigsaw:rotate180 or another symmetry asks for symmetric layouts (gradoku list variants); any selects saved puzzles of all variants */
  variant?: string;
  /** symmetry of the clues */
  symmetry?: Symmetry;
  /** how many clues: 30, 22-25 for a range, -23 for at most 23 (by default new puzzles keep as few as they can, unless few such puzzles fit the target: then the search chooses how many) */
  clues?: string | number;
  /** only puzzles none of whose clues can be dropped (new ones without symmetry are like that by default) */
  minimal?: boolean;
  /** only ratings in this range, for example 4.0-4.6; several with commas */
  rating?: string | number;
  /** only these levels, for example hard or medium,hard */
  level?: Level | `${string},${string}`;
  /** only these letters by the printed borders, for example E-G or EFG */
  letter?: string;
  /** only puzzles whose path needs this technique, for example xy-wing: at some point nothing before it in the table helps; several with commas: all of them */
  technique?: Technique | `${string},${string}`;
  /** only puzzles whose path uses no technique but these, named with commas; the last cell of a house needs no mention */
  only_techniques?: Technique | `${string},${string}`;
  /** only puzzles whose path for people has this technique, for example skyscraper; several with commas: all of them */
  people_technique?: Technique | `${string},${string}`;
  /** only puzzles whose path for people has this technique as its hardest, the one with the highest score; several with commas: one of them */
  people_hardest?: Technique | `${string},${string}`;
  /** only 9x9 puzzles whose predicted solving time in minutes is in this range, for example 10-15 */
  minutes?: string | number;
  /** clues in exactly these cells: . and 0 are blanks, all else are clues */
  pattern?: string;
  /** random seed, from 0; chosen at random by default */
  seed?: number;
  /** the first attempt: for the next puzzle of a seed, the last puzzle's index plus 1 */
  from?: number;
  /** give up after this many attempts; by default when success has become unlikely, and up to 9x9 after two seconds */
  attempts?: number;
  /** Also return x, y, the letters, pearl and diamond */
  measures?: boolean;
}

export interface Generated {
  puzzle: string;
  solution: string;
  /** the key of its canonical form, the same for all isomorphic puzzles */
  key: string;
  /** seed of the search: the same request with this seed finds the same puzzle */
  seed: number;
  /** number of the attempt that found it */
  index: number;
  size: number;
  /** symmetry of the clue pattern, one of gradoku list symmetries */
  symmetry: Symmetry;
  /** whether it is known to be minimal */
  minimal: boolean;
  /** number of clues */
  clues: number;
  /** blank count N */
  blanks: number | null;
  /** blank freedom F */
  freedom: number | null;
  /** scan effort */
  scan: number | null;
  /** class of the blank count */
  x?: number | null;
  /** class of the blank freedom */
  y?: number | null;
  /** difficulty letter A to I, by the class limits that the source prints; null for a variant */
  letter_printed?: string | null;
  /** difficulty letter A to I, by the class limits that reproduce the source's tables; null for a variant */
  letter_fitted?: string | null;
  /** the rating up to the first placement (EP) */
  pearl?: number | null;
  /** the rating of the first step (ED) */
  diamond?: number | null;
  /** the rating on Sudoku Explainer's scale (ER); null if no technique was needed */
  rating: number | null;
  /** whether the rating is a lower bound because the budget ran out */
  at_least: boolean | null;
  /** id of the technique that determines the rating */
  hardest: Technique | null;
  /** id of the difficulty level, one of gradoku list levels */
  level: Level | null;
  /** whether the known techniques solve it */
  solved_by_logic: boolean | null;
  /** how often each technique was used, by id */
  techniques: Record<string, number>;
}

export interface PuzzleRequest {
  puzzle: string;
}

export interface Canonical {
  /** the original puzzle */
  puzzle: string;
  /** its canonical form */
  canonical: string;
  /** the key of the form, 16 bytes in hex */
  key: string;
  /** how to get from the puzzle to the form */
  transform: string;
}

export interface MinimalRequest {
  puzzle: string;
  /** remove clues in a random order given by this seed; by default row by row */
  seed?: number;
}

export interface Minimized {
  /** the original puzzle */
  puzzle: string;
  /** the reduced puzzle */
  minimal: string;
  /** the removed clues, such as r1c2=5 */
  redundant: string[];
  /** number of clues kept because the proof is too hard */
  unproved?: number;
}

export interface MorphRequest {
  puzzle: string;
  /** how many copies, at most 1000; 1 by default */
  count?: number;
  /** random seed, from 0 */
  seed?: number;
}

export interface Morphed {
  puzzle: string;
  /** the copies; fewer than requested if the puzzle has no more isomorphs */
  copies: Copy[];
}

export interface Copy {
  puzzle: string;
  /** how to get from the puzzle to the copy */
  transform: string;
}

export interface ListRequest {
  /** the language of the techniques' names, en by default */
  lang?: Language | `${string}-${string}`;
}

export interface Lists {
  levels: LevelRow[];
  /** the techniques of the rating, then the named patterns */
  techniques: TechniqueRow[];
  symmetries: NameRow[];
  sizes: SizeRow[];
  /** the languages of hints; the meaning is the language's own name */
  languages: NameRow[];
}

export interface LevelRow {
  id: Level | Technique;
  /** in English */
  name: string;
  meaning: string;
  /** the highest rating of the level; null for no limit */
  max_rating: number | null;
  /** the largest scan effort of the level on 9x9; it grows with the number of cells; null for no limit */
  max_scan: number | null;
}

export interface TechniqueRow {
  id: Technique;
  name: string;
  /** null for a named pattern, which has none */
  rating: number | null;
  /** its score in the technique order for people, or 0 */
  score: number;
}

export interface NameRow {
  meaning: string;
  name: string;
}

export interface SizeRow {
  /** rows x columns of a box */
  box: string;
  box_columns: number;
  box_rows: number;
  cells: number;
  digits: string;
  size: number;
}

export interface DrawRequest {
  puzzle: string;
  /** show the candidates in the blanks */
  candidates?: boolean;
  /** show the candidates, and emphasise those that are the only one in their cell */
  singles?: boolean;
  /** label the rows r1, r2, ... and the columns c1, c2, ... in the margins */
  coordinates?: boolean;
  /** show the solution's digits in the blanks */
  solution?: boolean;
  /** show this step of the solution path, from 1 */
  step?: number;
  /** the technique order of the solution path: se (the default) or human */
  technique_order?: TechniqueOrder;
  /** width in pixels */
  width?: number;
}

export interface Drawn {
  /** what the picture shows, in words */
  title: string;
  svg: string;
}

export interface Error {
  /** kind of error; docs/schemas/README.md lists the codes */
  code: "malformed" | "unreadable" | "none" | "several" | "unproved" | "same_as_another" | "wrong_solution" | "not_minimal" | "stuck" | "budget" | "timeout" | "request" | "exhausted" | "other";
  /** the error in words */
  text: string;
}
