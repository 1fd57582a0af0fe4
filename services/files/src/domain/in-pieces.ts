/** Cuts a stream into pieces of exactly `size` bytes, the last one shorter; it holds one piece at a time. */
export async function* inPieces(body: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (let part of body) {
    while (length + part.length >= size) {
      const taken = size - length;
      yield Buffer.concat([...held, part.subarray(0, taken)], size);
      part = part.subarray(taken);
      [held, length] = [[], 0];
    }
    if (part.length === 0) continue;
    held.push(part);
    length += part.length;
  }
  if (length > 0) yield Buffer.concat(held, length);
}
