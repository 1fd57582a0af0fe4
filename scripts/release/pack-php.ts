import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { run } from '../../sdks/conformance/support/language.ts';
import { ensurePhp } from '../../sdks/conformance/support/programs.ts';
import type { PackageNames } from './package-names.ts';
import { rewriteJson, stageFolder } from './stage-folder.ts';

const Archive = z.object({ exclude: z.array(z.string()) });

/**
 * Makes the archive of the package, and its files as a folder for a tag: Packagist takes the version from the tag, and
 * reads a repository with composer.json at its root.
 */
export async function packPhp(
  root: string,
  out: string,
  { packagistName, repositoryUrl }: PackageNames,
): Promise<{ archive: string; folder: string }> {
  const source = join(root, 'sdks/php');
  const stage = await mkdtemp(join(tmpdir(), 'parley-pack-'));
  const folder = resolve(out, 'php-tag');
  const renamed = new Map([
    ['parley/sdk', packagistName],
    ['parley-sdk', packagistName.replace('/', '-')],
  ]);
  try {
    stageFolder(source, stage, readdirSync(source), renamed);
    const archives = resolve(out, 'php');
    await mkdir(archives, { recursive: true });
    const { stdout } = await run(await ensurePhp(), [join(stage, 'pack.php'), archives]);
    let excluded: string[] = [];
    rewriteJson(join(stage, 'composer.json'), ({ version, archive, ...manifest }) => {
      excluded = Archive.parse(archive).exclude.map((path) => path.slice(1));
      return { ...manifest, support: repositoryUrl === null ? undefined : { source: repositoryUrl } };
    });
    stageFolder(
      stage,
      folder,
      readdirSync(stage).filter((name) => !excluded.includes(name)),
      new Map(),
    );
    return { archive: stdout.trim(), folder };
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
