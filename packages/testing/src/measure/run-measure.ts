import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const Line = z.object({ place: z.string(), what: z.string(), work: z.number() });

/** One piece of work; `work` as `makeMeasure` returns it. */
export type Measured = z.infer<typeof Line>;

/** Runs a program that measures work, in a separate process; it writes a line of JSON for each piece. */
export async function runMeasure(program: URL): Promise<Measured[]> {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', '--conditions=source', fileURLToPath(program)], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Line.parse(JSON.parse(line)));
}
