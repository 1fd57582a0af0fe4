import { copyFile, cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, ROOT, run } from './language.ts';
import { ensurePython } from './programs.ts';

const BUILD = "from setuptools import build_meta; build_meta.build_wheel('../packed')";

/** Builds the wheel of the SDK in a folder, and an environment with it; returns the environment's Python. Nothing is loaded. */
export async function installWheel(folder: string): Promise<string> {
  const python = await ensurePython();
  const source = join(folder, 'source');
  const packed = join(folder, 'packed');
  // setuptools writes into the folder that it builds.
  await Promise.all([cp(join(ROOT, 'sdks/python'), source, { recursive: true }), mkdir(packed)]);
  await run(python, ['-c', BUILD], { cwd: source });
  const wheels = (await readdir(packed)).map((name) => join(packed, name));
  const environment = join(folder, 'environment');
  await run(python, ['-m', 'venv', environment]);
  const installed = join(environment, 'bin/python');
  await run(installed, ['-m', 'pip', 'install', '--no-index', '--no-deps', ...wheels]);
  return installed;
}

/** Installs the SDK from its wheel. */
export async function installPython(folder: string): Promise<Command> {
  const python = await installWheel(folder);
  await copyFile(join(ROOT, 'sdks/conformance/drivers/python.py'), join(folder, 'driver.py'));
  return [python, join(folder, 'driver.py')];
}
