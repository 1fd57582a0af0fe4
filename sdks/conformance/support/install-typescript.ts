import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { type Command, ROOT, run } from './language.ts';
import { packTypescript } from './pack-typescript.ts';
import { ensureRuntime } from './runtimes.ts';

/** Installs the package from its archive; it has no dependencies, so nothing is loaded. Returns the folder of the program. */
export async function installPackage(folder: string): Promise<string> {
  const archive = join(folder, 'parley-sdk.tgz');
  const home = join(folder, 'application');
  await Promise.all([writeFile(archive, await packTypescript()), mkdir(home)]);
  await writeFile(join(home, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], { cwd: home });
  await cp(join(ROOT, 'sdks/conformance/drivers/typescript'), home, { recursive: true });
  return home;
}

export const installNode = async (folder: string): Promise<Command> => [
  process.execPath,
  join(await installPackage(folder), 'main.mjs'),
];

export const installBun = async (folder: string): Promise<Command> => [
  await ensureRuntime('bun'),
  join(await installPackage(folder), 'main.mjs'),
];

/** Deno, with the permission to reach this machine only. */
export const installDeno = async (folder: string): Promise<Command> => [
  await ensureRuntime('deno'),
  'run',
  '--no-remote',
  '--no-prompt',
  '--allow-net=127.0.0.1',
  join(await installPackage(folder), 'main.mjs'),
];

/** A worker is one file: bundled, as the tools of workers do it. */
export async function installWorker(folder: string): Promise<Command> {
  const home = await installPackage(folder);
  const build = await rolldown({ input: join(home, 'worker.mjs'), platform: 'browser' });
  await build.write({ file: join(home, 'driver.js') });
  return [process.execPath, join(home, 'run-worker.mjs'), await ensureRuntime('workerd')];
}
