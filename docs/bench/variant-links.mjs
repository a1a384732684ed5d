// Reads links of f-puzzles, SudokuPad and the Interactive Sudoku Solver (ISS) from stdin, one
// per line, decodes each with the programs' own code, and encodes it again with that code.
// SudokuPad uses its own long form for puzzles that have only regions. docs/bench/variants.md
// has the command.
//
//   node variant-links.mjs SUDOKUTOOLS ISS
//
// SUDOKUTOOLS and ISS are checkouts of SudokuPad/sudokutools and of
// sigh/Interactive-Sudoku-Solver. A puzzle for ISS is also solved there, and must have one
// solution; stderr gets the counts.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { readFileSync } from 'node:fs';

const [tools, iss] = process.argv.slice(2).map(p => resolve(p));
const require = createRequire(tools + '/src/');
globalThis.md5Digest = require('./md5digest.js');
const fpuzzles = require('./fpuzzlesdecoder.js');
const pad = require('./puzzletools_lib.js');
const zipper = require('./puzzlezipper_lib.js');
const { ensureGlobalEnvironment } = await import(iss + '/tests/helpers/test_env.js');
ensureGlobalEnvironment();
const { SudokuParser } = await import(iss + '/js/sudoku_parser.js');
const { SimpleSolver } = await import(iss + '/js/sandbox/simple_solver.js');

const counts = {};
const count = what => { counts[what] = (counts[what] ?? 0) + 1; };
const shown = puzzle => [
  puzzle.cells.length + ' rows', (puzzle.regions ?? []).length + ' regions', (puzzle.lines ?? []).length + ' lines',
  (puzzle.underlays ?? []).length + ' shaded', (puzzle.cages ?? []).filter(c => c.cells).length + ' houses',
].join(', ');

for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const link = line.split(' ')[0];
  if (link.includes('/scf?puzzleid=fpuz') || link.includes('f-puzzles.com')) {
    const site = link.includes('f-puzzles.com') ? 'f-puzzles' : 'SudokuPad';
    const packed = decodeURIComponent(link.replace(/.*(\?load=|fpuz)/, ''));
    const json = JSON.parse(fpuzzles.decompressPuzzle(packed));
    const puzzle = fpuzzles.parseFPuzzle(packed);
    count(site + ' draws ' + shown(puzzle));
    const drawn = (puzzle.lines ?? puzzle.underlays ?? puzzle.cages?.filter(c => c.cells) ?? []).length > 0 || json.disjointgroups;
    console.log(site == 'SudokuPad' && !drawn ? 'https://sudokupad.app/scl' + encodeURIComponent(fpuzzles.compressPuzzle(zipper.zip(JSON.stringify(puzzle)))) :
      'https://www.f-puzzles.com/?load=' + encodeURIComponent(fpuzzles.compressPuzzle(JSON.stringify(json))));
  } else if (link.includes('sudokupad.app/scf')) {
    const puzzle = pad.decodeSCF(link.replace(/.*\//, ''));
    count('SudokuPad, short, draws ' + shown(puzzle));
    const rules = (puzzle.lines ? 'x' : '') + (puzzle.underlays ? 'w' : '');
    const digits = puzzle.cells.flat().map(c => c.value ?? 0).join('');
    console.log('https://sudokupad.app/scf' + digits.replace(/.0{0,5}/g, d => String.fromCharCode((d = +d[0] + 10 * d.length) + (d < 20 ? 38 : d < 46 ? 45 : 51))) + rules);
  } else {
    const text = decodeURIComponent(link.replace(/.*\?q=/, ''));
    const rules = SudokuParser.parseText(text);
    count(new SimpleSolver().uniqueSolution(text) ? 'ISS: one solution' : 'ISS: NOT ONE SOLUTION');
    console.log('https://sigh.github.io/Interactive-Sudoku-Solver/?q=' + encodeURIComponent(rules.toString()));
  }
}
console.error(counts);
