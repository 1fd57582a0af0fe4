/** Reads pieces of exact sizes from a stream of chunks. */
export type ExactReader = ReturnType<typeof readExactly>;

/** Buffers at most one chunk of the stream and one piece. */
export function readExactly(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return {
    /** The next bytes; fewer at the end of the stream. */
    async read(length: number): Promise<Buffer> {
      const kept = rest.subarray(0, length);
      const parts = [kept];
      let missing = length - kept.length;
      rest = rest.subarray(length);
      while (missing > 0) {
        const { value, done } = await chunks.next();
        if (done) break;
        const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
        parts.push(chunk.subarray(0, missing));
        rest = chunk.subarray(missing);
        missing -= Math.min(missing, chunk.length);
      }
      return Buffer.concat(parts);
    },
  };
}
