import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type BuiltFile, listBuiltFiles } from '../built-files/list-built-files.ts';

const require = createRequire(import.meta.url);

/** The type of other files: copies of files of the repository are shown as text. */
const TEXT = 'text/plain; charset=utf-8';
/** Written by the build for the gateway. */
const INLINE_CODE = 'inline-code.json';
/** Content-Security-Policy sources, `'sha256-…'`, for the inline scripts and style elements of the pages. */
const InlineCode = z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) });

/** The documentation site as it was built. */
export interface Site {
  files: ReadonlyMap<string, BuiltFile>;
  inlineCode: z.infer<typeof InlineCode>;
}

/** The site's folder, next to the console. */
export const builtSite = (): string => join(dirname(require.resolve('@parley/console/package.json')), '../docs/dist');

/** The built site; null if it is not built. Its files stay on the disk, because they are rarely requested. */
export async function openSite(directory: string): Promise<Site | null> {
  const note = join(directory, INLINE_CODE);
  if (!existsSync(note)) return null;
  const files = await listBuiltFiles(directory, TEXT);
  return {
    files: new Map(files.filter(({ name }) => name !== INLINE_CODE).map((file) => [file.name, file])),
    inlineCode: InlineCode.parse(JSON.parse(await readFile(note, 'utf8'))),
  };
}
