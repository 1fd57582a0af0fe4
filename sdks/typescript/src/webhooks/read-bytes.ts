import { joinBytes } from './join-bytes.ts';

/** Chunks of a body, one at a time. */
interface ChunkReader {
  /** The next chunk; null at the end. */
  next(): Promise<Uint8Array | null>;
  /** Called when the rest of the body is not wanted. */
  stop(): void;
}

/** Reads a body, at most to the first chunk that ends beyond the limit; null when it is longer. */
export async function readBytes(reader: ChunkReader, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let chunk = await reader.next(); chunk !== null; chunk = await reader.next()) {
    length += chunk.length;
    if (length > maxBytes) {
      reader.stop();
      return null;
    }
    chunks.push(chunk);
  }
  return joinBytes(chunks);
}
