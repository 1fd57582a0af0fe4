import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));
const Packed = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })]);
const execute = promisify(execFile);

interface Installed {
  /** The temporary folder that holds the archive and the home of the installation. */
  home: string;
  /** The installed package. */
  folder: string;
  /** The files of the archive. */
  files: string[];
}

/**
 * Packs the nodes and installs the archive in an empty folder, without network and without scripts. n8n removes peer
 * dependencies before it installs a package, and supplies `n8n-workflow` itself: so it is ignored here, and linked.
 */
async function installPackage(): Promise<Installed> {
  const home = await mkdtemp(join(tmpdir(), 'parley-n8n-package-'));
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', home];
  const { stdout } = await execute('npm', pack, { cwd: SOURCE });
  const [{ filename, files }] = Packed.parse(JSON.parse(stdout));
  const empty = join(home, 'empty');
  await mkdir(empty);
  await writeFile(join(empty, 'package.json'), '{ "private": true }');
  const install = ['install', '--offline', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  await execute('npm', [...install, join(home, filename)], { cwd: empty });
  const modules = join(empty, 'node_modules');
  await symlink(join(SOURCE, 'node_modules/n8n-workflow'), join(modules, 'n8n-workflow'));
  return { home, folder: join(modules, 'n8n-nodes-parley'), files: files.map(({ path }) => path).toSorted() };
}

export const INSTALLED: Installed = await installPackage();
