import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { isMigrationPending, migrate } from './migrate.ts';

/** The report of migrate-main.ts. */
const Report = z.union([z.object({ applied: z.array(z.string()) }), z.object({ failure: z.string() })]);

const PROGRAM = new URL(`./migrate-main${extname(import.meta.url)}`, import.meta.url);

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
 * {@link migrate} for a process that keeps running, over an address that is no pooler's: the schema engine works in a process of its own, because it takes 45
 * MB that this process would keep. When run from source it migrates in this process, because the child would have
 * no TypeScript loader.
 */
export async function migrateApart(url: string): Promise<string[]> {
  if (extname(PROGRAM.pathname) === '.ts') return migrate(url);
  return (await isMigrationPending(url)) ? runProgram(url) : [];
}
