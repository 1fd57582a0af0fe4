import { ensureProgram, type TestProgram } from '@parley/testing/programs/ensure-program';
import { ensureRuntime } from './runtimes.ts';

/** A wheel is built, installed and type-checked without network, so a Python needs these modules. */
const PYTHON_MODULES = 'import ensurepip, mypy, setuptools, wheel';

const PYTHON: TestProgram = {
  name: 'python3',
  checks: ['python3', '/usr/bin/python3'].map((python) => [python, '-c', PYTHON_MODULES] as const),
  packages: ['python3', 'python3-venv', 'python3-setuptools', 'python3-wheel', 'mypy'],
};

const PHP: TestProgram = {
  name: 'php',
  checks: [['php', '-r', 'exit(PHP_VERSION_ID >= 80100 ? 0 : 1);']],
  packages: ['php-cli'],
};

const GO: TestProgram = { name: 'go', checks: [['go', 'version']], packages: ['golang-go'] };

export const ensurePython = (): Promise<string> => ensureProgram(PYTHON);
export const ensurePhp = (): Promise<string> => ensureProgram(PHP);
export const ensureGo = (): Promise<string> => ensureProgram(GO);

/** Ensure that the programs which build SDKs can be used. */
export const LANGUAGE_ENSURERS = [ensurePython, ensurePhp, ensureGo] as const;
/** Ensure that the programs which build and run SDKs can be used. */
export const PROGRAM_ENSURERS = [...LANGUAGE_ENSURERS, () => ensureRuntime('bun')] as const;
