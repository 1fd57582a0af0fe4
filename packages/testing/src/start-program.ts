import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

export interface ProgramOptions {
  env: NodeJS.ProcessEnv;
  stdio: ('ignore' | 'inherit' | 'ipc' | 'pipe')[];
}

/**
 * Starts a test's own program on the built packages: from their sources a service takes more than twice as long to start,
 * which is longer than most tests work with it. The program imports packages only, the one that it tests by its name.
 */
export function startProgram(program: URL, { env, stdio }: ProgramOptions): ChildProcess {
  const path = fileURLToPath(program);
  const { code } = transformSync(readFileSync(path, 'utf8'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  });
  // Names of packages are looked up from the folder in which such code runs.
  return spawn(process.execPath, ['--input-type=module', '--eval', code], { cwd: dirname(path), env, stdio });
}
