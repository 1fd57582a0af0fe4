import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installPackages } from './install-packages.ts';

const run = promisify(execFile);

/** A program that some tests need, how to check for it, and how to install it. */
export interface TestProgram {
  name: string;
  /** Each command succeeds if its program can be used; the first that succeeds is chosen. */
  checks: readonly (readonly [string, ...string[]])[];
  /** Debian packages that contain the program. */
  packages: readonly [string, ...string[]];
}

async function findInstalled({ checks }: TestProgram): Promise<string | null> {
  for (const [program, ...given] of checks)
    try {
      await run(program, given);
      return program;
    } catch {}
  return null;
}

/** The command of a program, which is installed first if it is missing and the process is root. Errors name it. */
export async function ensureProgram(program: TestProgram): Promise<string> {
  const installed = await findInstalled(program);
  if (installed) return installed;
  const { name, packages } = program;
  const advice = `Some tests need ${name}: install it (Debian: apt-get install ${packages.join(' ')}).`;
  try {
    await installPackages(...packages);
  } catch (cause) {
    throw new Error(advice, { cause });
  }
  const found = await findInstalled(program);
  if (!found) throw new Error(advice);
  return found;
}
