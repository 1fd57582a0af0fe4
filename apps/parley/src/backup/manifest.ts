import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Entry } from './archive.ts';

/** The last entry of an archive, which describes the others. */
export const MANIFEST = 'manifest.json';

export const Manifest = z.object({
  format: z.literal(1),
  /** When the backup ended. It holds the state of that moment. */
  taken_at: z.iso.datetime(),
  /** Whether the encryption keys of the data are in it, as they are unless PARLEY_ENCRYPTION_KEYS was set. */
  has_encryption_keys: z.boolean(),
  /** Whether uploaded files are in it, as they are unless they are in an S3-compatible store. */
  has_uploads: z.boolean(),
  files: z.record(z.string(), z.object({ size: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** Size and digest of every file that was read; the later entry of a file replaces the earlier one. */
export type Tally = ReturnType<typeof makeTally>;

export function makeTally() {
  const files: Manifest['files'] = {};
  async function* measure(path: string, contents: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of contents) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
    files[path] = { size, sha256: hash.digest('hex') };
  }
  return {
    files,
    /** The entry, counted while its contents are read. */
    count: ({ path, contents }: Entry): Entry => ({
      path,
      contents: contents === null ? null : measure(path, contents),
    }),
  };
}

/** Throws when the files are not exactly those of the manifest. */
export function compareFiles(expected: Manifest['files'], found: Manifest['files']): void {
  for (const path of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    if (expected[path]?.sha256 !== found[path]?.sha256 || expected[path]?.size !== found[path]?.size)
      throw new Error(`The backup is not the one that was made: ${path} differs from its manifest.`);
  }
}
