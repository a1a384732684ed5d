import type {
  CheckRequest, Checked, Canonical, DrawRequest, Drawn, Error as Fault, Generated, GenerateRequest, Graded, GradeRequest, Hint,
  HintRequest, HumanGraded, ListRequest, Lists, Minimized, MinimalRequest, Morphed, MorphRequest, Parsed, ParseRequest, Solved, SolveRequest,
} from "./answers.js";

export type * from "./answers.js";

/** Why there is no answer. */
export class GradokuError extends Error {
  /** What kind of fault it is, for programs. */
  readonly code: Fault["code"];
  constructor(code: Fault["code"], text: string, options?: { cause?: unknown });
}

/** Ends a question: in a worker at once, in this thread within some hundredths of a second. AbortSignal.timeout(ms) limits its time. */
export interface Signal {
  signal?: AbortSignal;
}

/** A cell: a digit, also above 9, or nothing, as 0, null or an empty string; or the character of either. */
export type Cell = number | string | null | undefined;

/** A puzzle or position: as text, or as an array of its cells or its rows. */
export type Grid = string | Uint8Array | readonly Cell[] | readonly (readonly Cell[])[];

type Without<Request, Name extends keyof Request> = Omit<Request, Name> & Signal;

/** An engine that answers questions about puzzles. */
export interface Gradoku {
  /** Reads a puzzle as people write it. */
  parse(text: string, options?: Signal): Promise<Parsed>;
  /** Writes a puzzle as text. */
  format(puzzle: Grid, options?: Without<ParseRequest, "text">): Promise<Parsed & Required<Pick<Parsed, "text">>>;
  /** Tells what is wrong with a grid. */
  check(puzzle: Grid, options?: Without<CheckRequest, "puzzle">): Promise<Checked>;
  /** Tells the solution of a puzzle, or all. */
  solve(puzzle: Grid, options?: Without<SolveRequest, "puzzle">): Promise<Solved>;
  /** Tells how hard a puzzle is. */
  grade(puzzle: Grid, options: Without<GradeRequest, "puzzle"> & { technique_order: "human" }): Promise<HumanGraded>;
  grade(puzzle: Grid, options?: Without<GradeRequest, "puzzle"> & { technique_order?: "se" }): Promise<Graded>;
  /** Tells how hard a puzzle is, and the steps that solve it. */
  path(puzzle: Grid, options: Without<GradeRequest, "puzzle"> & { technique_order: "human" }): Promise<HumanGraded & Required<Pick<HumanGraded, "steps">>>;
  path(puzzle: Grid, options?: Without<GradeRequest, "puzzle"> & { technique_order?: "se" }): Promise<Graded & Required<Pick<Graded, "steps">>>;
  /** Tells the next step for a position, or what is wrong in it. */
  hint(puzzle: Grid, options?: Without<HintRequest, "puzzle" | "state"> & { state?: Grid }): Promise<Hint>;
  /** Makes a new puzzle. */
  generate(options?: GenerateRequest & Signal): Promise<Generated>;
  /** Brings a puzzle to the form that is the same for all that are alike. */
  canonical(puzzle: Grid, options?: Signal): Promise<Canonical>;
  /** Takes out clues that are not needed. */
  minimal(puzzle: Grid, options?: Without<MinimalRequest, "puzzle">): Promise<Minimized>;
  /** Makes disguised copies of a puzzle. */
  morph(puzzle: Grid, options?: Without<MorphRequest, "puzzle">): Promise<Morphed>;
  /** Lists the levels, techniques, symmetries, sizes and languages. */
  list(options?: ListRequest & Signal): Promise<Lists>;
  /** Draws a puzzle, its solution or a step as SVG. */
  draw(puzzle: Grid, options?: Without<DrawRequest, "puzzle">): Promise<Drawn>;
  /** Ends the engine; what is still asked is rejected. */
  close(): void;
}

/** Where gradoku.wasm is, or what it is, if not beside index.js. */
export type Source = URL | string | ArrayBuffer | ArrayBufferView | Response | WebAssembly.Module;

/** An engine in this thread: generate, and a question with a signal, let the thread do other work; other questions block it until they are answered. */
export function load(options?: { wasm?: Source | Promise<Source> }): Promise<Gradoku>;

/** An engine in a worker: no question blocks the page, and a signal ends any. */
export function start(options?: { wasm?: Source | Promise<Source>; worker?: () => { postMessage(message: unknown): void; terminate(): void } }): Promise<Gradoku>;

/** An engine in a worker that loads nothing until it is asked; after close the next question starts it again. */
export const gradoku: Gradoku;
