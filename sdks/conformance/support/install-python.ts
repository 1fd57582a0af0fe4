import { copyFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, ROOT, run } from './language.ts';
import { ensurePython } from './programs.ts';

const BUILD = "from setuptools import build_meta; print('\\n' + build_meta.build_wheel('..'))";

/** Builds the wheel of the SDK in a folder; returns its path. Nothing is loaded. */
export async function packPython(folder: string): Promise<string> {
  const source = join(folder, 'source');
  // setuptools writes into the folder that it builds.
  await cp(join(ROOT, 'sdks/python'), source, { recursive: true });
  const { stdout } = await run(await ensurePython(), ['-c', BUILD], { cwd: source });
  return join(folder, stdout.trim().split('\n').at(-1) ?? '');
}

/** Installs the wheel in an environment of a folder; returns the environment's Python. */
export async function installWheel(folder: string): Promise<string> {
  const python = await ensurePython();
  const wheel = await packPython(folder);
  const environment = join(folder, 'environment');
  await run(python, ['-m', 'venv', environment]);
  const installed = join(environment, 'bin/python');
  await run(installed, ['-m', 'pip', 'install', '--no-index', '--no-deps', wheel]);
  return installed;
}

/** Installs the SDK from its wheel. */
export async function installPython(folder: string): Promise<Command> {
  const python = await installWheel(folder);
  await copyFile(join(ROOT, 'sdks/conformance/drivers/python.py'), join(folder, 'driver.py'));
  return [python, join(folder, 'driver.py')];
}
