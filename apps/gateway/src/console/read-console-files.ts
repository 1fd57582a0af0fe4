import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type BuiltFile, listBuiltFiles } from '../built-files/list-built-files.ts';

const require = createRequire(import.meta.url);

/** The file with all its forms in memory. */
async function load(file: BuiltFile): Promise<BuiltFile> {
  const forms = [null, ...file.encodings];
  const assets = new Map(await Promise.all(forms.map(async (form) => [form, await file.read(form)] as const)));
  return { ...file, read: async (encoding) => assets.get(encoding) ?? file.read(encoding) };
}

/** The built console by path below /console; empty if it was not built. */
export async function readConsoleFiles(): Promise<ReadonlyMap<string, BuiltFile>> {
  const directory = join(dirname(require.resolve('@parley/console/package.json')), 'dist');
  if (!existsSync(directory)) return new Map();
  const files = await listBuiltFiles(directory, 'application/octet-stream');
  // The build's own list of its files is in a folder that begins with a dot.
  const shown = await Promise.all(files.filter(({ name }) => !name.startsWith('.')).map(load));
  return new Map(shown.map((file) => [file.name, file]));
}
