import pg from 'pg';

/** How long statements of a running product wait for a migration. */
export interface Probe {
  /** Ends it; the milliseconds of the longest wait of a statement, and the number of statements. */
  stop(): Promise<{ longestMs: number; statements: number }>;
}

/** Reads from tables and writes to them, one statement after another, until it is stopped. It changes nothing. */
export async function probeTables(url: string, tables: readonly string[]): Promise<Probe> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let stopping = false;
  let longestMs = 0;
  let statements = 0;
  const texts = tables.flatMap((table) => [`SELECT FROM ${table} LIMIT 1`, `DELETE FROM ${table} WHERE false`]);
  const run = async (): Promise<void> => {
    while (!stopping)
      for (const text of texts) {
        const startedAt = Date.now();
        await client.query(text);
        longestMs = Math.max(longestMs, Date.now() - startedAt);
        statements++;
      }
  };
  const running = run();
  return {
    async stop() {
      stopping = true;
      await running;
      await client.end();
      return { longestMs, statements };
    },
  };
}
