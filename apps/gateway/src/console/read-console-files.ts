import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { type Asset, makeAsset } from '../answers/send-asset.ts';

const require = createRequire(import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

/** Encodings in order of preference, with the file extension that the build writes. */
export const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
export type Encoding = (typeof ENCODINGS)[number][0];

/** One file of the console, with the compressed forms that the build wrote. */
export interface ConsoleFile {
  asset: Asset;
  compressed: Partial<Record<Encoding, Asset>>;
  encodings: readonly Encoding[];
  /** Its name holds a hash of its content: it never changes. */
  isHashed: boolean;
}

async function readConsoleFile(directory: string, name: string, all: ReadonlySet<string>): Promise<ConsoleFile> {
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  const read = async (ending: string): Promise<Asset> =>
    makeAsset(type, await readFile(join(directory, name + ending)));
  const compressed: ConsoleFile['compressed'] = {};
  for (const [encoding, ending] of ENCODINGS) if (all.has(name + ending)) compressed[encoding] = await read(ending);
  const encodings = ENCODINGS.flatMap(([encoding]) => (compressed[encoding] ? encoding : []));
  return { asset: await read(''), compressed, encodings, isHashed: name.startsWith('assets/') };
}

/** The built console by path below /console; empty if it was not built. */
export async function readConsoleFiles(): Promise<ReadonlyMap<string, ConsoleFile>> {
  const directory = join(dirname(require.resolve('@parley/console/package.json')), 'dist');
  if (!existsSync(directory)) return new Map();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1));
  const all = new Set(names);
  // The build's own list of its files is in a folder that begins with a dot.
  const isOriginal = (name: string): boolean =>
    !name.startsWith('.') && !ENCODINGS.some(([, ending]) => name.endsWith(ending));
  return new Map(
    await Promise.all(
      names
        .filter(isOriginal)
        .map(async (name) => [name, await readConsoleFile(directory, name, all)] satisfies [string, ConsoleFile]),
    ),
  );
}
