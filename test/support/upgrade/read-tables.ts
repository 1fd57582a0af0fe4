import type pg from 'pg';

/** A column of a table, as PostgreSQL's catalogue describes it. */
export interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  hasDefault: boolean;
  isKey: boolean;
  /** The table and column that it refers to. */
  refers: { table: string; column: string } | null;
  /** The values that a check allows. */
  allowed: string[] | null;
}

export interface Table {
  name: string;
  columns: Column[];
}

const COLUMNS = `
  SELECT c.relname::text AS table, a.attname::text AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS "isRequired",
         d.oid IS NOT NULL AS "hasDefault",
         EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey)) AS "isKey",
         f.confrelid::regclass::text AS "refersTo",
         (SELECT r.attname::text FROM pg_attribute r WHERE r.attrelid = f.confrelid AND r.attnum = f.confkey[1]) AS "refersBy",
         (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
           WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] AND pg_get_constraintdef(k.oid) LIKE '%ANY (ARRAY[%' LIMIT 1) AS check
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    LEFT JOIN pg_constraint f ON f.conrelid = c.oid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum]
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND c.relname <> '_prisma_migrations' ORDER BY c.relname, a.attnum`;

interface Row {
  table: string;
  name: string;
  type: string;
  isRequired: boolean;
  hasDefault: boolean;
  isKey: boolean;
  refersTo: string | null;
  refersBy: string | null;
  check: string | null;
}

/** Every table of a database, without partitions. */
export async function readTables(client: pg.Client): Promise<Map<string, Table>> {
  const { rows } = await client.query<Row>(COLUMNS);
  const tables = new Map<string, Table>();
  for (const { table, refersTo, refersBy, check, ...column } of rows) {
    const known = tables.get(table) ?? { name: table, columns: [] };
    tables.set(table, known);
    known.columns.push({
      ...column,
      refers: refersTo !== null && refersBy !== null ? { table: refersTo, column: refersBy } : null,
      allowed: check === null ? null : Array.from(check.matchAll(/'([^']+)'::text/g), ([, value = '']) => value),
    });
  }
  return tables;
}

/** The number of rows of every table. */
export async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of (await readTables(client)).keys()) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}
