import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Copies files of a folder into another one. In texts each name of the tree becomes the one that is published. */
export function stageFolder(
  source: string,
  target: string,
  files: readonly string[],
  renamed: ReadonlyMap<string, string>,
): void {
  for (const file of files) {
    const path = join(target, file);
    cpSync(join(source, file), path, { recursive: true });
    if (/\.(?:md|json|toml)$/.test(file)) rewriteFile(path, (text) => renameIn(text, renamed));
  }
}

const renameIn = (text: string, renamed: ReadonlyMap<string, string>): string =>
  [...renamed].reduce((changed, [old, next]) => changed.replaceAll(old, next), text);

export const rewriteFile = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));

/** Rewrites a manifest in JSON; a member that becomes undefined is left out. */
export const rewriteJson = (
  path: string,
  change: (manifest: Record<string, unknown>) => Record<string, unknown>,
): void =>
  // safe: a manifest is an object
  rewriteFile(path, (text) => `${JSON.stringify(change(JSON.parse(text) as Record<string, unknown>), null, 2)}\n`);
