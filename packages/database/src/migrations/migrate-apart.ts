import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { migrate, tryMigrateWithoutEngine } from './migrate.ts';

/** The report of migrate-main.ts. */
const Report = z.union([z.object({ applied: z.array(z.string()) }), z.object({ failure: z.string() })]);

const PROGRAM = new URL(`../migrate-main${extname(import.meta.url)}`, import.meta.url);

function runProgram(url: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(PROGRAM), {
      env: { ...process.env, DATABASE_URL: url, DATABASE_DIRECT_URL: '' },
      // The flags of this process are not meant for it.
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let report: z.infer<typeof Report> = { failure: 'The process that migrates the database ended.' };
    child.once('message', (message) => {
      report = Report.parse(message);
    });
    child.once('error', reject);
    child.once('close', () => {
      if ('failure' in report) reject(new Error(report.failure));
      else resolve(report.applied);
    });
  });
}

/**
 * {@link migrate} for a process that keeps running: if the schema engine is needed, it runs in a child process, because
 * this process would keep its 45 MB. When run from source it runs in this process, because the child would have no
 * TypeScript loader. `url` must not be a pooler in transaction mode.
 */
export async function migrateApart(url: string): Promise<string[]> {
  if (extname(PROGRAM.pathname) === '.ts') return migrate(url);
  return (await tryMigrateWithoutEngine(url)) ?? runProgram(url);
}
