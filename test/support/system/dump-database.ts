import type { Database } from '@parley/database/connection/connect-database';

/** Every row of every table as text, prefixed with the name of its table, as in a backup. */
export async function dumpDatabase({ query }: Pick<Database, 'query'>): Promise<string> {
  const tables = await query<{ name: string }>({
    text: `SELECT quote_ident(relname) AS name FROM pg_class
            WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  });
  const lines: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await query<{ row: string }>({ text: `SELECT t::text AS row FROM ${name} t` });
    lines.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return lines.join('\n');
}

/** The forms in which a dump may show a secret: plain, as bytes and as base64. */
export const spellingsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
};
