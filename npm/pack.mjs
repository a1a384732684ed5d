// Joins the data segments of a module of WebAssembly: node pack.mjs FILE.
//
// Go's linker leaves out each run of zeros and writes 79,000 segments. Their addresses do not
// compress; zeros do. Joined, where fewer than 64 zeros are between them, the module is larger and
// takes 140 kB less with gzip.
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

const parts = [old.subarray(0, at)];
while (at < old.length) {
  const from = at, id = old[at++], size = number(), end = at + size;
  if (id !== 11) { // no data
    parts.push(old.subarray(from, end));
    at = end;
    continue;
  }
  const joined = []; // runs of memory: where each begins, and its pieces
  for (let left = number(), next = -Infinity; left > 0; left--) {
    // An active segment at a constant address: 0, i32.const, end.
    if (old[at++] !== 0 || old[at++] !== 0x41) throw new Error(`${file}: a data segment of another kind`);
    const address = number(true);
    at++;
    const length = number();
    if (address - next < 0 || address - next >= 64) joined.push({ address, pieces: [] });
    else joined.at(-1).pieces.push(Buffer.alloc(address - next));
    joined.at(-1).pieces.push(old.subarray(at, at += length));
    next = address + length;
  }
  const body = Buffer.concat([Buffer.from(bytes(joined.length)), ...joined.flatMap(({ address, pieces }) => {
    const data = Buffer.concat(pieces);
    return [Buffer.from([0, 0x41, ...bytes(address, true), 0x0b, ...bytes(data.length)]), data];
  })]);
  parts.push(Buffer.from([id, ...bytes(body.length)]), body);
}
await writeFile(file, Buffer.concat(parts));
