const CONCURRENT = /^(CREATE\s+(UNIQUE\s+)?INDEX|DROP\s+INDEX|REINDEX\s+\w+)\s+CONCURRENTLY\s/i;

/**
 * The statements of a migration that builds indexes concurrently, which PostgreSQL refuses inside a transaction; null for
 * every other migration. Such a migration has no other statements, and no semicolon inside one.
 */
export function splitConcurrent(sql: string): string[] | null {
  const statements = sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  return statements.length > 0 && statements.every((statement) => CONCURRENT.test(statement)) ? statements : null;
}
