import { spawnSync } from 'node:child_process';
import { bundleProgram } from '../programs/bundle-program.ts';

/**
 * Runs a program that measures its own memory, and returns the JSON that it prints. It runs in a separate process,
 * because other tests would hold memory in this one. Throws when it writes to its error output.
 */
export function measureProgram<Measured>(program: URL): Measured {
  const { stdout, stderr } = spawnSync(process.execPath, [bundleProgram(program)], { encoding: 'utf8' });
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout) as Measured; // safe: written by the program
}
