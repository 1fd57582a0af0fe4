const MEMORY_SECTION = 5;
const FIRST_SECTION = 8;
const PAGE_BYTES = 65_536;

/** Reads a LEB128 number of WebAssembly, and the offset after it. */
function readNumber(bytes: Uint8Array, from: number): { value: number; next: number } {
  let value = 0;
  for (let at = from, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at];
    if (byte === undefined || shift > 28) throw new Error('This is not a WebAssembly module.');
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next: at + 1 };
  }
}

function writeNumber(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...writeNumber(value >>> 7)];
}

/**
 * A WebAssembly module whose memory grows to `maxBytes` at most: the engine refuses more. The module itself declares no bound, and
 * a thread's limits do not count its memory. Throws for a module without a memory of its own.
 */
export function limitWasmMemory(module: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  for (let at = FIRST_SECTION; at < module.length; ) {
    const { value: length, next: body } = readNumber(module, at + 1);
    if (module[at] === MEMORY_SECTION) {
      // One memory: its flags, then its initial number of pages.
      const { value: initial } = readNumber(module, body + 2);
      const limited = [1, 1, ...writeNumber(initial), ...writeNumber(Math.floor(maxBytes / PAGE_BYTES))];
      const section = [MEMORY_SECTION, ...writeNumber(limited.length), ...limited];
      const rest = module.subarray(body + length);
      return Buffer.concat([module.subarray(0, at), Uint8Array.from(section), rest]);
    }
    at = body + length;
  }
  throw new Error('This module has no memory of its own.');
}
