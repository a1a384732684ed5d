// Makes a module of WebAssembly smaller with gzip: node pack.mjs FILE.
//
// Go's linker leaves out each run of zeros and writes 79,000 segments of data. Their addresses do
// not compress; zeros do. Joined, where fewer than 64 zeros are between them, the module is larger
// and takes 140 kB less. The names of functions and files, which only traces of a panic show, are
// made zeros too, which saves another 38 kB.
import { readFile, writeFile } from "node:fs/promises";

const file = process.argv[2], old = await readFile(file);
let at = 8; // after the magic number and the version

/** Reads a number of LEB128. */
function number(signed) {
  let value = 0, shift = 0, byte;
  do {
    byte = old[at++];
    value |= (byte & 127) << shift;
    shift += 7;
  } while (byte > 127);
  return signed && byte & 64 && shift < 32 ? value | (-1 << shift) : value;
}

/** Writes one in five bytes at most. */
function bytes(value, signed) {
  const out = [];
  for (;;) {
    const byte = value & 127;
    value = signed ? value >> 7 : value >>> 7;
    if (value === 0 && !(signed && byte & 64)) return [...out, byte];
    out.push(byte | 128);
  }
}

/** Overwrites the names in the table that Go's runtime calls pclntab. Its header begins with a magic
 *  number, and from its fifth word on says where the parts of the table are. */
function forgetNames(memory) {
  const header = memory.indexOf(Buffer.from([0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8]));
  if (header < 0) throw new Error(`${file}: there is no table of functions as this version of Go writes it`);
  const part = (word) => header + Number(memory.readBigUInt64LE(header + 8 * word));
  memory.fill(0, part(4), part(5)); // functions
  memory.fill(0, part(6), part(7)); // files
}

const parts = [old.subarray(0, at)];
while (at < old.length) {
  const from = at, id = old[at++], size = number(), end = at + size;
  if (id !== 11) { // no data
    parts.push(old.subarray(from, end));
    at = end;
    continue;
  }
  let memory = Buffer.alloc(0);
  for (let left = number(); left > 0; left--) {
    // An active segment at a constant address: 0, i32.const, end.
    if (old[at++] !== 0 || old[at++] !== 0x41) throw new Error(`${file}: a data segment of another kind`);
    const address = number(true);
    at++;
    const length = number();
    if (address + length > memory.length) memory = Buffer.concat([memory], 2 * (address + length));
    memory.set(old.subarray(at, at += length), address);
  }
  forgetNames(memory);
  const runs = []; // where each begins and ends
  for (let i = 0; i < memory.length; i++) {
    if (memory[i] === 0) continue;
    if (runs.length === 0 || i - runs.at(-1).end >= 64) runs.push({ start: i });
    runs.at(-1).end = i + 1;
  }
  const body = Buffer.concat([Buffer.from(bytes(runs.length)), ...runs.flatMap(({ start, end }) =>
    [Buffer.from([0, 0x41, ...bytes(start, true), 0x0b, ...bytes(end - start)]), memory.subarray(start, end)])]);
  parts.push(Buffer.from([id, ...bytes(body.length)]), body);
}
await writeFile(file, Buffer.concat(parts));
