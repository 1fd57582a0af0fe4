import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const INLINE = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** The inline scripts of every page in `folder`, as sources of a content policy: `'sha256-…'`. */
export async function listInlineScripts(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, encoding: 'utf8' });
  const sources = new Set<string>();
  for (const name of names.filter((each) => each.endsWith('.html')))
    for (const [, script = ''] of (await readFile(join(folder, name), 'utf8')).matchAll(INLINE))
      sources.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [...sources].toSorted();
}
