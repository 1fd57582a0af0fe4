import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Asset, makeAsset } from '../answers/send-asset.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

/** Encodings in order of preference, with the file extension that the builds write. */
export const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
export type Encoding = (typeof ENCODINGS)[number][0];

/** A file that the build of the console or of the documentation site wrote. */
export interface BuiltFile {
  /** Path below the folder of the build. */
  name: string;
  /** The compressed forms that the build wrote. */
  encodings: readonly Encoding[];
  /** Reads one of the compressed forms; null reads the file itself. */
  read(encoding: Encoding | null): Promise<Asset>;
}

/**
 * Lists the files of a build; `otherType` is the media type of unknown extensions. A caller looks names up in this list,
 * so a requested name cannot leave the folder.
 */
export async function listBuiltFiles(directory: string, otherType: string): Promise<BuiltFile[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1));
  const all = new Set(names);
  return names
    .filter((name) => !ENCODINGS.some(([, ending]) => name.endsWith(ending)))
    .map((name) => ({
      name,
      encodings: ENCODINGS.flatMap(([encoding, ending]) => (all.has(name + ending) ? encoding : [])),
      async read(encoding) {
        const ending = ENCODINGS.find(([known]) => known === encoding)?.[1] ?? '';
        return makeAsset(TYPES[extname(name)] ?? otherType, await readFile(join(directory, name + ending)));
      },
    }));
}
