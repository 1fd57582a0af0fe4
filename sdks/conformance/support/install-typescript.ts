import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Command, ROOT, run } from './language.ts';

const Packed = z.array(z.object({ filename: z.string() })).min(1);

/** Installs the package from its archive; it has no dependencies, so nothing is loaded. */
export async function installTypescript(folder: string): Promise<Command> {
  const packing = join(folder, 'packed');
  const home = join(folder, 'application');
  await Promise.all([mkdir(packing), mkdir(home)]);
  await run('npm', ['run', 'compile', '-w', 'sdks/typescript'], { cwd: ROOT });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', packing, '-w', 'sdks/typescript'], {
    cwd: ROOT,
  });
  const archives = Packed.parse(JSON.parse(stdout)).map(({ filename }) => join(packing, filename));
  await writeFile(join(home, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...archives], { cwd: home });
  await copyFile(join(ROOT, 'sdks/conformance/drivers/typescript.mjs'), join(home, 'driver.mjs'));
  return [process.execPath, join(home, 'driver.mjs')];
}
