import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const INLINE = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** The style element that VitePress adds while it switches between light and dark: always the same text. */
const APPEARANCE_STYLE = "'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='";

/** The inline scripts and style elements of every page in `folder`, as sources of a content policy: `'sha256-…'`. */
export async function listInlineCode(folder: string): Promise<{ scripts: string[]; styles: string[] }> {
  const names = await readdir(folder, { recursive: true, encoding: 'utf8' });
  const scripts = new Set<string>();
  for (const name of names.filter((each) => each.endsWith('.html')))
    for (const [, script = ''] of (await readFile(join(folder, name), 'utf8')).matchAll(INLINE))
      scripts.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return { scripts: [...scripts].toSorted(), styles: [APPEARANCE_STYLE] };
}
