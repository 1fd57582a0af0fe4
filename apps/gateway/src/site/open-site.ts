import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { z } from 'zod';
import { type Asset, makeAsset } from '../answers/send-asset.ts';
import { ENCODINGS, type Encoding } from '../console/read-console-files.ts';

const require = createRequire(import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
/** Copies of files of the repository are shown as text, whatever their language. */
const TEXT = 'text/plain; charset=utf-8';
/** The build's own note for the gateway. */
const INLINE_CODE = 'inline-code.json';
/** Sources of a content policy, `'sha256-…'`, for the inline scripts and style elements of the pages. */
const InlineCode = z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) });

/** One file of the site. */
export interface SiteFile {
  /** Path below the site's folder. */
  name: string;
  encodings: readonly Encoding[];
  /** Reads the file, or its compressed form. */
  read(encoding: Encoding | null): Promise<Asset>;
}

/** The documentation site as it was built. */
export interface Site {
  files: ReadonlyMap<string, SiteFile>;
  inlineCode: z.infer<typeof InlineCode>;
}

/** The site's folder, next to the console. */
export const builtSite = (): string => join(dirname(require.resolve('@parley/console/package.json')), '../docs/dist');

/**
 * Lists the files of the built site; null if it is not built. Only listed files are ever read, so a requested name
 * cannot leave the folder; they stay on the disk, because few requests are for them.
 */
export async function openSite(directory: string): Promise<Site | null> {
  if (!existsSync(join(directory, INLINE_CODE))) return null;
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1));
  const all = new Set(names);
  const isOriginal = (name: string): boolean =>
    name !== INLINE_CODE && !ENCODINGS.some(([, ending]) => name.endsWith(ending));
  const describe = (name: string): SiteFile => ({
    name,
    encodings: ENCODINGS.flatMap(([encoding, ending]) => (all.has(name + ending) ? encoding : [])),
    async read(encoding) {
      const ending = ENCODINGS.find(([known]) => known === encoding)?.[1] ?? '';
      return makeAsset(TYPES[extname(name)] ?? TEXT, await readFile(join(directory, name + ending)));
    },
  });
  return {
    files: new Map(names.filter(isOriginal).map((name) => [name, describe(name)])),
    inlineCode: InlineCode.parse(JSON.parse(await readFile(join(directory, INLINE_CODE), 'utf8'))),
  };
}
