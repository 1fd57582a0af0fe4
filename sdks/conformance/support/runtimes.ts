import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT, run } from './language.ts';

const FOLDER = join(ROOT, 'sdks/conformance/runtimes');
const Versions = z.object({ devDependencies: z.object({ bun: z.string(), deno: z.string(), workerd: z.string() }) });
const { devDependencies: versions } = Versions.parse(JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')));

/** The script of a runtime's package that links the program for this machine, and the program. */
const RUNTIMES = {
  bun: { script: 'install.js', program: 'bin/bun.exe' },
  deno: { script: 'install.cjs', program: 'deno' },
  workerd: { script: 'install.js', program: 'bin/workerd' },
} as const;
export type Runtime = keyof typeof RUNTIMES;

const folderOf = (runtime: Runtime): string => join(FOLDER, 'node_modules', runtime);
const programOf = (runtime: Runtime): string => join(folderOf(runtime), RUNTIMES[runtime].program);

async function isInstalled(runtime: Runtime): Promise<boolean> {
  try {
    const { version } = JSON.parse(await readFile(join(folderOf(runtime), 'package.json'), 'utf8'));
    await run(programOf(runtime), ['--version']);
    return version === versions[runtime];
  } catch {
    return false;
  }
}

/** Installs the runtimes from the npm registry. Their 350 MB are too much for the dependencies of the repository. */
async function install(): Promise<void> {
  // safe: the keys of the constant
  const names = Object.keys(RUNTIMES) as Runtime[];
  if ((await Promise.all(names.map(isInstalled))).every(Boolean)) return;
  try {
    await run('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER });
    for (const name of names) await run(process.execPath, [RUNTIMES[name].script], { cwd: folderOf(name) });
  } catch (cause) {
    throw new Error(`Some tests need ${names.join(', ')}: run npm ci in sdks/conformance/runtimes.`, { cause });
  }
}

let installing: Promise<void> | undefined;

/** The program of a runtime; all runtimes are installed first if one is missing. */
export async function ensureRuntime(runtime: Runtime): Promise<string> {
  installing ??= install();
  await installing;
  return programOf(runtime);
}
