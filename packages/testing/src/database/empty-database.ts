import { randomBytes } from 'node:crypto';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { inject } from 'vitest';

/** Calls `work` with the URL of a database without tables, and drops it. */
export async function withEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  const server = connectDatabase({ url: new URL('/postgres', inject('testDatabaseUrl')).href });
  await server.query({ text: `CREATE DATABASE ${name}` });
  try {
    await work(new URL(`/${name}`, inject('testDatabaseUrl')).href);
  } finally {
    await server.query({ text: `DROP DATABASE ${name} WITH (FORCE)` });
    await server.close();
  }
}
