import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

export const THIS_TREE = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

const Lock = z.object({ packages: z.record(z.string(), z.looseObject({ link: z.boolean().optional() })) });

const execute = promisify(execFile);

async function run(directory: string, program: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute(program, args, { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return stdout.trim();
}

/** The packages that a lock file installs, without our own workspaces. */
function installedBy(tree: string): string {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(tree, 'package-lock.json'), 'utf8')));
  return JSON.stringify(Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link));
}

/** Copies a folder as hard links, where the file system has them; links among workspaces are relative, and lead into the copy. */
async function linkFolder(from: string, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true });
  await run(dirname(to), 'cp', '-al', from, to).catch(() => run(dirname(to), 'cp', '-a', from, dirname(to)));
}

/** Puts a release into an empty folder and builds it. Its packages are this tree's if both lock files install the same. */
export async function buildRelease(release: string, tree: string): Promise<void> {
  mkdirSync(tree, { recursive: true });
  const archive = join(dirname(tree), 'release.tar');
  await run(THIS_TREE, 'git', 'archive', '--output', archive, release);
  await run(tree, 'tar', '-x', '-f', archive);
  if (installedBy(tree) === installedBy(THIS_TREE)) {
    const folders = await run(
      THIS_TREE,
      'find',
      '.',
      '-name',
      'node_modules',
      '-prune',
      '-not',
      '-path',
      './node_modules/*',
    );
    for (const folder of folders.split('\n')) await linkFolder(join(THIS_TREE, folder), join(tree, folder));
  } else await run(tree, 'npm', 'ci', '--no-audit', '--no-fund');
  await run(tree, 'npm', 'run', '-s', 'build');
}
