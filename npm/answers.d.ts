// Written by: go test ./cmd/gradoku -run TestTypes -update
// From the types of package api; docs/schemas/api.json says the same of them.

export interface ParseRequest {
  /** a puzzle on one line or several, with a frame or without, or MATLAB's list of clues */
  text: string;
}

export interface Parsed {
  /** row by row on one line, . for a blank */
  puzzle: string;
  /** how many digits there are */
  size: number;
  clues: number;
}

export interface FormatRequest {
  puzzle: string;
  /** line (. for a blank; the default), zeros (0 for a blank), rows (a line for each row), framed (with lines between the boxes) */
  form?: string;
}

export interface Formatted {
  text: string;
}

export interface CheckRequest {
  puzzle: string;
  /** do not look for clues that are not needed */
  quick?: boolean;
}

export interface Checked {
  puzzle: string;
  clues: number;
  /** of the clue pattern, of gradoku list symmetries */
  symmetry: string;
  /** whether there is exactly one solution */
  proper: boolean;
  /** why it is not proper: none, several or unproved; null if it is */
  fault: "malformed" | "unreadable" | "none" | "several" | "unproved" | "same_as_another" | "wrong_solution" | "not_minimal" | "rating_differs" | "stuck" | "budget" | "timeout" | "request" | "exhausted" | "other" | null;
  /** the verdict in words */
  text: string;
  /** digits that stand twice in a house */
  duplicates: Duplicate[];
  /** the solution, or one of several */
  solution: string | null;
  /** if there are several solutions: the cells in which two of them differ, as r1c2 */
  differ: string[];
  /** whether every clue is needed; null where that is not known or was not asked */
  minimal: boolean | null;
  /** the clues that could each go alone, as r1c2=5 */
  needless: string[];
  /** for how many clues the proof is too hard */
  unproved?: number;
}

export interface Duplicate {
  /** in words: row 3 */
  house: string;
  digit: string;
  /** as r1c2 */
  cells: string[];
}

export interface SolveRequest {
  puzzle: string;
  /** tell all solutions, up to so many, at most 10000; without it one is told, and whether there is another */
  limit?: number;
  /** end after so many search nodes */
  budget?: number;
}

export interface Solved {
  puzzle: string;
  /** how many were found; the search ends at the second without --all and --count */
  solutions: number;
  /** how the search ended */
  status: string;
  /** whether there is exactly one solution, which the search has proved */
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
  ladder?: string;
  /** tell the steps too */
  steps?: boolean;
  /** end after so many units of work with a lower bound; 25000000, the default, is about a second */
  budget?: number;
}

export interface Graded {
  puzzle: string;
  solution: string;
  /** how many cells are given */
  clues: number;
  /** blank count N */
  blanks: number | null;
  /** blank freedom F */
  freedom: number | null;
  /** scan effort */
  scan: number | null;
  /** level of the blank count */
  x: number | null;
  /** level of the blank freedom */
  y: number | null;
  /** A to I by the borders that the document prints */
  letter_printed: string | null;
  /** A to I by the borders that reproduce its tables */
  letter_fitted: string | null;
  /** the rating on Sudoku Explainer's scale (ER); null if no technique was needed */
  rating: number | null;
  /** whether the rating is a lower bound, since the budget was spent */
  at_least: boolean | null;
  /** the rating up to the first placement (EP) */
  pearl: number | null;
  /** the rating of the first step (ED) */
  diamond: number | null;
  /** id of the technique that set the rating */
  hardest: string | null;
  /** the word for the rating, of gradoku list levels, or Beyond */
  level: string | null;
  /** whether the techniques solve it */
  solved_by_logic: boolean | null;
  /** how often each technique was used, by id */
  techniques: Record<string, number>;
  /** if asked for: how the puzzle is solved */
  steps?: Step[];
}

export interface Step {
  /** its id, of gradoku list techniques */
  technique: string;
  /** absent for a named pattern, which has none */
  rating?: number;
  /** by the ladder for people */
  score?: number;
  /** the step in words */
  text: string;
  /** what it places, as r4c7=5 */
  placement?: string;
  /** the candidates that it takes out, as r4c7=5 */
  eliminated?: string[];
  /** its chains in the notation of the founding paper */
  chains?: string[];
}

export interface HumanGraded {
  puzzle: string;
  solution: string;
  /** human */
  ladder: string;
  clues: number;
  /** the sum of the scores of the steps */
  score: number;
  /** whether the score is a lower bound, since the budget was spent */
  at_least: boolean;
  /** id of the hardest technique */
  hardest: string | null;
  /** the word for the hardest technique of this ladder */
  level: string | null;
  solved_by_logic: boolean;
  /** how often each technique was used, by id */
  techniques: Record<string, number>;
  /** with --steps: how the puzzle is solved */
  steps?: Step[];
}

export interface HintRequest {
  /** the givens, row by row, with . for a blank */
  puzzle: string;
  /** the givens with what the player has entered, written likewise */
  state?: string;
  /** the player's candidates: N characters for each cell, the d-th of them digit d or a dot; all dots for a cell without any */
  candidates?: string;
  /** the player's corner marks, places of a digit in a box, written likewise; no hint rests on them */
  corners?: string;
  /** the order in which techniques are tried: human (the default) or se */
  ladder?: string;
  /** the hardest technique: a level of the ladder, or a rating such as 4.4 with the ladder se */
  up_to?: string;
  /** ids of the techniques that may be used; absent for all */
  known?: string[];
  /** nudge, where or full (the default) */
  depth?: "nudge" | "where" | "full";
  /** what the candidates are worth: partial (the default: a step rests on the grid, and on eliminations that are noted and follow from it), complete (what is not noted is ruled out) or ignore */
  notes?: string;
  /** at depth full: tell the digit of the solution that the candidates of a cell lack */
  reveal?: boolean;
  /** the language of names and texts, en by default */
  lang?: string;
  /** draw the hint too */
  svg?: boolean;
}

export interface Hint {
  /** ok with a step, else what keeps the position from having one */
  status: "ok" | "wrong_entry" | "wrong_mark" | "contradiction" | "improper" | "solved" | "beyond";
  /** how much is told: nudge (technique and region), where (the cells too), full */
  depth: "nudge" | "where" | "full";
  /** the same in words */
  text: string;
  /** with the status wrong_entry or wrong_mark, at depth full: the cells at fault */
  wrong?: WrongCell[];
  /** with these statuses, from depth where: the houses in which something is wrong */
  houses?: string[];
  /** with the status ok: the next step */
  step?: HintStep;
  /** on request: a picture of it */
  svg?: string;
}

export interface WrongCell {
  cell: string;
  /** the wrong entry */
  digit?: number;
  /** on request: the digit of the solution, which the candidates lack */
  missing?: number;
}

export interface HintStep {
  /** its id, of gradoku list techniques */
  technique: string;
  /** its name in the language of the hint */
  name: string;
  /** of this step; absent for a named pattern, which has none */
  rating?: number;
  /** by the ladder for people; absent for what that leaves out */
  score?: number;
  /** the house to look at */
  region: string;
  /** from depth where: the cells of the pattern, in the order in which the technique speaks of them */
  cells?: string[];
  /** from depth where: its houses, those of a fish first bases, then covers */
  houses?: string[];
  /** at depth full, as all that follows: the digits of the pattern */
  digits?: number[];
  /** the cells in the groups of which the technique speaks, each for a colour of its own */
  parts?: string[][];
  /** the candidates that make the pattern; for a single the digits on the board that leave it alone, as far as they do */
  because?: HintReason[];
  /** the reasoning: lines of thought from an assumption */
  chains?: Linking[][];
  /** candidates to be noted first, in cells where the player has none */
  notes?: HintNote[];
  /** what to enter */
  places?: HintMark[];
  /** the candidates that go */
  removes?: HintMark[];
}

export interface HintReason {
  cell: string;
  digit: number;
  /** of a digit on the board: the house in which it keeps the others out */
  house?: string;
}

export interface Linking {
  cell: string;
  digit: number;
  /** whether it is true */
  on: boolean;
  /** the links that it follows from, by their place in the chain from 0; absent for the assumption */
  from?: number[];
  /** strong: it is true since those are false; weak: it is false since one of those is true */
  link?: string;
  /** the id of the technique by which it follows, where it is neither */
  by?: string;
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
  /** of the clues */
  symmetry?: string;
  /** clues in exactly these cells: . and 0 are blanks, all else are clues */
  pattern?: string;
  /** how many clues: 30 stops removing there, 22-25 accepts this range, -23 at most so many (default: all go that can, unless few such puzzles fit the target: then as many stay as the search chooses) */
  clues?: string;
  /** accept only puzzles none of whose clues can be dropped (always so by default without symmetry) */
  minimal?: boolean;
  /** only ratings in this range, for example 4.0-4.6; several with commas */
  rating?: string;
  /** only these levels, for example hard or medium,hard */
  level?: string;
  /** only these letters, for example E-G or EFG */
  letter?: string;
  /** which letters are meant: printed or fitted */
  scheme?: string;
  /** only puzzles whose path needs this technique, for example xy-wing: at some point nothing before it in the table helps; several with commas: all of them */
  technique?: string;
  /** only puzzles whose path uses no technique but these, named with commas; the last cell of a house needs no mention */
  only_techniques?: string;
  /** from 0; drawn at random by default */
  seed?: number;
  /** the try to begin with: for the next puzzle of a seed, one above the index of the last */
  from?: number;
  /** give up after so many tries; by default where success is unlikely */
  tries?: number;
}

export interface Generated {
  puzzle: string;
  solution: string;
  /** of the search: the same request with this seed finds the same puzzle */
  seed: number;
  /** the try that found it */
  index: number;
  size: number;
  /** of the clue pattern, of gradoku list symmetries */
  symmetry: string;
  /** whether it is known to be minimal */
  minimal: boolean;
  /** how many cells are given */
  clues: number;
  /** blank count N */
  blanks: number | null;
  /** blank freedom F */
  freedom: number | null;
  /** scan effort */
  scan: number | null;
  /** level of the blank count */
  x: number | null;
  /** level of the blank freedom */
  y: number | null;
  /** A to I by the borders that the document prints */
  letter_printed: string | null;
  /** A to I by the borders that reproduce its tables */
  letter_fitted: string | null;
  /** the rating on Sudoku Explainer's scale (ER); null if no technique was needed */
  rating: number | null;
  /** whether the rating is a lower bound, since the budget was spent */
  at_least: boolean | null;
  /** the rating up to the first placement (EP) */
  pearl: number | null;
  /** the rating of the first step (ED) */
  diamond: number | null;
  /** id of the technique that set the rating */
  hardest: string | null;
  /** the word for the rating, of gradoku list levels, or Beyond */
  level: string | null;
  /** whether the techniques solve it */
  solved_by_logic: boolean | null;
  /** how often each technique was used, by id */
  techniques: Record<string, number>;
}

export interface PuzzleRequest {
  puzzle: string;
}

export interface Canonical {
  /** the puzzle as it is */
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
  /** take clues out in the random order of this seed; without it row by row */
  seed?: number;
}

export interface Minimized {
  /** the puzzle as it is */
  puzzle: string;
  /** the reduced puzzle; absent with --list and --check */
  minimal?: string;
  /** the clues that went, or with --list and --check could go, as r1c2=5 */
  redundant: string[];
  /** how many clues stay because the proof is too hard */
  unproved?: number;
}

export interface MorphRequest {
  puzzle: string;
  /** how many copies, at most 1000; 1 by default */
  count?: number;
  /** of the disguise, from 0 */
  seed?: number;
}

export interface Morphed {
  puzzle: string;
  /** fewer than asked for if the puzzle has no more images */
  copies: Copy[];
}

export interface Copy {
  puzzle: string;
  /** how to get from the puzzle to the copy */
  transform: string;
}

export interface DrawRequest {
  puzzle: string;
  /** write the candidates into the blanks */
  candidates?: boolean;
  /** write the candidates, and make those stand out that are alone in their cells */
  singles?: boolean;
  /** write r1, r2, ... and c1, c2, ... at the margins */
  coordinates?: boolean;
  /** write the solution's digits into the blanks */
  solution?: boolean;
  /** show this step of the way, from 1 */
  step?: number;
  /** whose steps are counted: se (the default) or human */
  ladder?: string;
  /** in pixels */
  width?: number;
}

export interface Drawn {
  /** what it shows, in words */
  title: string;
  svg: string;
}

export interface Error {
  /** what kind of fault it is; docs/schemas/README.md lists the codes */
  code: "malformed" | "unreadable" | "none" | "several" | "unproved" | "same_as_another" | "wrong_solution" | "not_minimal" | "rating_differs" | "stuck" | "budget" | "timeout" | "request" | "exhausted" | "other";
  /** the fault in words */
  text: string;
}
