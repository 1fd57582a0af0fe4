import { type ChildProcess, spawn } from 'node:child_process';
import { bundleProgram } from './bundle-program.ts';

export interface ProgramOptions {
  env: NodeJS.ProcessEnv;
  stdio: ('ignore' | 'inherit' | 'ipc' | 'pipe')[];
}

/** Starts a test's own program from a bundle, like the product. */
export function startProgram(program: URL, { env, stdio }: ProgramOptions): ChildProcess {
  return spawn(process.execPath, [bundleProgram(program)], { env, stdio });
}
