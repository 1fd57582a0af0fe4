import { z } from 'zod';
import { readExactly } from './read-exactly.ts';

// An archive is a sequence of entries. An entry is a head (its length, then JSON), chunks (each its length, then bytes)
// and a length of zero. Contents are in chunks because the size of a file is unknown until it has been read: the
// database may write to it at the same time.

/** A relative path without `..`, so that it stays below the target directory. */
const Path = z.string().regex(/^(?!\/)(?!(.*\/)?\.{1,2}(\/|$))[^\0\\]+$/);
const Head = z.object({ path: Path, isDirectory: z.boolean() });
type Head = z.infer<typeof Head>;

/** A folder, or a file with its contents. */
export interface Entry {
  path: string;
  /** Null for a folder. */
  contents: AsyncIterable<Uint8Array> | null;
}

const LENGTH_BYTES = 4;
const MAX_HEAD_BYTES = 16_384;
const MAX_CHUNK_BYTES = 16 * 1_048_576;

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes);
  return length;
}

/** Writes entries as one stream. */
export async function* packEntries(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  for await (const { path, contents } of entries) {
    const head = Buffer.from(JSON.stringify({ path, isDirectory: contents === null } satisfies Head));
    yield Buffer.concat([lengthOf(head.length), head]);
    for await (const chunk of contents ?? []) {
      if (chunk.length === 0) continue;
      yield lengthOf(chunk.length);
      yield chunk;
    }
    yield lengthOf(0);
  }
}

/** Reads the entries of a stream. The contents of one must be read to their end before the next. */
export async function* unpackEntries(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const reader = readExactly(source);
  const readAll = async (length: number): Promise<Buffer> => {
    const bytes = await reader.read(length);
    if (bytes.length < length) throw new Error('The backup ends inside an entry.');
    return bytes;
  };
  const readLength = async (most: number): Promise<number> => {
    const length = (await readAll(LENGTH_BYTES)).readUInt32BE();
    if (length > most) throw new Error('The backup has an entry that this version cannot read.');
    return length;
  };
  async function* readContents(): AsyncGenerator<Buffer> {
    for (let length = await readLength(MAX_CHUNK_BYTES); length > 0; length = await readLength(MAX_CHUNK_BYTES))
      yield await readAll(length);
  }
  for (;;) {
    const first = await reader.read(LENGTH_BYTES);
    if (first.length === 0) return;
    const length = first.length === LENGTH_BYTES ? first.readUInt32BE() : MAX_HEAD_BYTES + 1;
    if (length > MAX_HEAD_BYTES) throw new Error('The backup has an entry that this version cannot read.');
    const { path, isDirectory } = Head.parse(JSON.parse((await readAll(length)).toString('utf8')));
    const contents = readContents();
    if (isDirectory) await contents.next();
    yield { path, contents: isDirectory ? null : contents };
  }
}
