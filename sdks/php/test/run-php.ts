import { fileURLToPath } from 'node:url';
import { run } from '../../conformance/support/language.ts';
import { ensurePhp } from '../../conformance/support/programs.ts';

/** Runs a program of this folder; returns the JSON that it prints. A variable of undefined is not there. */
export async function runPhp(program: string, input: object, env: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const { stdout } = await run(await ensurePhp(), [file, JSON.stringify(input)], {
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout);
}
