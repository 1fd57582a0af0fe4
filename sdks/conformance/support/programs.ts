import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installPackages } from '@parley/testing/install-packages';

const run = promisify(execFile);

interface Program {
  /** Commands that succeed if their program can be used; the first of them that succeeds is chosen. */
  checks: readonly (readonly [string, ...string[]])[];
  /** Debian's packages that have the program. */
  packages: readonly [string, ...string[]];
}

/** A wheel is built and installed without network, so a Python needs these modules. */
const PYTHON_MODULES = 'import ensurepip, setuptools, wheel';

/** The programs that build and run SDKs. */
const PROGRAMS = {
  python: {
    checks: ['python3', '/usr/bin/python3'].map((python) => [python, '-c', PYTHON_MODULES] as const),
    packages: ['python3', 'python3-venv', 'python3-setuptools', 'python3-wheel'],
  },
  php: { checks: [['php', '-r', 'exit(PHP_VERSION_ID >= 80100 ? 0 : 1);']], packages: ['php-cli'] },
  go: { checks: [['go', 'version']], packages: ['golang-go'] },
} satisfies Readonly<Record<string, Program>>;
export type ProgramName = keyof typeof PROGRAMS;

async function findInstalled({ checks }: Program): Promise<string | null> {
  for (const [program, ...given] of checks)
    try {
      await run(program, given);
      return program;
    } catch {}
  return null;
}

/** The command of a program, which is installed from Debian's packages if it is missing and the process is root. */
export async function ensureProgram(name: ProgramName): Promise<string> {
  const program: Program = PROGRAMS[name];
  const installed = await findInstalled(program);
  if (installed) return installed;
  const advice = `The tests of SDKs need ${name}: install it (Debian: apt-get install ${program.packages.join(' ')}).`;
  try {
    await installPackages(...program.packages);
  } catch (cause) {
    throw new Error(advice, { cause });
  }
  const found = await findInstalled(program);
  if (!found) throw new Error(advice);
  return found;
}

/** Ensures that every program of the SDKs can be used. Errors name the missing one. */
export const PROGRAM_ENSURERS = Object.keys(PROGRAMS).map(
  // safe: a key of PROGRAMS
  (name) => () => ensureProgram(name as ProgramName),
);
