import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { stopEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { pollUntil } from '@parley/testing/poll-until';

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/**
 * Ends the product, and the PostgreSQL of its data directory: a process that is killed, or signalled before it is ready,
 * leaves PostgreSQL for its next start.
 */
export async function endSystem(child: ChildProcess, dataDir: string, what: () => string): Promise<void> {
  child.kill('SIGTERM');
  try {
    await pollUntil(() => hasEnded(child) || null, { what });
  } finally {
    await stopEmbeddedPostgres(join(dataDir, 'postgres'));
  }
}
