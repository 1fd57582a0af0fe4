import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { git, hasTag, pushTag, sdkVersion } from './git-tags.ts';

// node scripts/release/publish-php.ts FOLDER: the PHP package is a tag of this repository, php/vX.Y.Z, whose tree is the
// folder of pack-php.ts. Packagist needs it as vX.Y.Z of a repository of its own: deploy/packagist/mirror.yml, which runs
// there, fetches it. No job has a right to push to another repository.

/** The tree of a folder outside of the checkout. */
function treeOf(folder: string): string {
  const place = mkdtempSync(join(tmpdir(), 'parley-php-'));
  try {
    const env = { GIT_INDEX_FILE: join(place, 'index') };
    git(['--work-tree', resolve(folder), 'add', '--all', '--force', ':/'], { env });
    return git(['write-tree'], { env });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

try {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Name the folder: node scripts/release/publish-php.ts FOLDER');
  const version = sdkVersion();
  const tag = `php/v${version}`;
  if (hasTag(tag)) console.log(`${tag} is published already.`);
  else pushTag(tag, treeOf(folder), [], `Release the SDK for PHP ${version}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
