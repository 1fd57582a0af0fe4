import { writeFile } from 'node:fs/promises';

interface SqlDatabase {
  run(text: string, values?: readonly unknown[]): void;
  export(): Uint8Array;
}

/** Writes a SQLite file with the outcome of these statements. */
export async function writeSqlite(
  path: string,
  statements: readonly { text: string; values?: readonly unknown[] }[],
): Promise<void> {
  // safe: the interface of the package
  const { default: open } = (await import('sql.js' as string)) as {
    default(): Promise<{ Database: new () => SqlDatabase }>;
  };
  const file = new (await open()).Database();
  for (const { text, values = [] } of statements)
    file.run(
      text,
      values.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
    );
  await writeFile(path, file.export());
}

/** A statement that inserts a row. */
export const insert = (table: string, row: Record<string, unknown>) => ({
  text: `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
    .map(() => '?')
    .join(', ')})`,
  values: Object.values(row),
});
