import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, ROOT, run } from './language.ts';
import { ensurePhp } from './programs.ts';

const EXTRACT = '(new PharData($argv[1]))->extractTo($argv[2]);';

/** Makes the archive of the package in a folder; returns its path. */
export async function packPhp(folder: string): Promise<string> {
  return (await run(await ensurePhp(), [join(ROOT, 'sdks/php/pack.php'), folder])).stdout.trim();
}

/** Installs the package from its archive, into the folder where Composer puts it; it has no dependencies. */
export async function installPhp(folder: string): Promise<Command> {
  const php = await ensurePhp();
  const home = join(folder, 'application');
  await mkdir(home);
  await run(php, ['-r', EXTRACT, await packPhp(folder), join(home, 'vendor/parley/sdk')]);
  await copyFile(join(ROOT, 'sdks/conformance/drivers/php.php'), join(home, 'driver.php'));
  return [php, join(home, 'driver.php')];
}
