import type pg from 'pg';

/** Tables whose rows do not grow with use: single rows, and one for each running process. */
export const FIXED_TABLES = new Set([
  'comment_pace',
  'device_workers',
  'kept_files_progress',
  'ledger_clock',
  'message_words_progress',
  'worker_presence',
]);

interface TableColumn {
  table: string;
  name: string;
  type: string;
  /** The text of its default; empty without one. */
  standard: string;
  /** Every row has its own value: the column is part of a key, or may not be null. */
  isGiven: boolean;
  isKey: boolean;
}

const LIST_COLUMNS = `
  SELECT c.relname::text AS table, a.attname::text AS name, format_type(a.atttypid, NULL) AS type,
         coalesce(pg_get_expr(d.adbin, d.adrelid), '') AS standard, a.attnotnull OR k.is_key AS "isGiven", k.is_key AS "isKey"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum,
         LATERAL (SELECT EXISTS (SELECT 1 FROM pg_index i
                                  WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey)) AS is_key) k
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND c.relname <> '_prisma_migrations' ORDER BY c.relname, a.attnum`;

/** SQL expressions of row `n`: distinct in keys, and otherwise spread as in use. */
const VALUE_BY_TYPE: Readonly<Record<string, (name: string) => string>> = {
  integer: () => 'n',
  bigint: () => 'n',
  smallint: () => '(n % 100)::smallint',
  numeric: () => 'n',
  'double precision': () => 'n',
  boolean: () => 'n % 2 = 0',
  text: (name) => `'${name} ' || n`,
  'text[]': () => `ARRAY['message.received']`,
  'integer[]': () => 'ARRAY[n]',
  bytea: (name) => `sha256(('${name} ' || n)::bytea)`,
  jsonb: () => `'{}'::jsonb`,
  uuid: () => 'gen_random_uuid()',
  tsvector: () => `array_to_tsvector(ARRAY['word' || n])`,
  'timestamp with time zone': () => `now() - n * interval '1 second'`,
};
const TENANTS = 100;
/** A default such as `'open'::text` is the state in which a row is new: one in ten is. */
const NEW_STATE = /^'(\w+)'::text$/;
const NEW_STATE_EVERY = 10;

function expressionOf({ table, name, type, standard, isGiven, isKey }: TableColumn): string {
  if (standard.startsWith('next_daily(') || (table === 'delivery_log' && name === 'id'))
    return `((extract(epoch FROM now())::bigint / 86400) << 40) + n`;
  if (name === 'tenant_id' && !isKey) return `1 + n % ${TENANTS}`;
  // Checks that a migration replaces stay.
  if (name === 'language') return `'en'`;
  if (table === 'connect_links' && name === 'channel') return `'fb'`;
  const [, state] = NEW_STATE.exec(standard) ?? [];
  if (state !== undefined && !isKey) return `CASE WHEN n % ${NEW_STATE_EVERY} = 0 THEN '${state}' ELSE 'later' END`;
  const value = VALUE_BY_TYPE[type];
  if (!value) throw new Error(`No value for ${table}.${name}, of the type ${type}.`);
  return isGiven ? value(name) : `CASE WHEN n % 2 = 0 THEN ${value(name)} END`;
}

/**
 * Removes checks and foreign keys, except some checks, so that any row can be stored. For a database that only plans
 * statements, or migrates.
 */
export async function dropRules(client: pg.Client, kept: ReadonlySet<string> = new Set()): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, conname::text AS name FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype = 'c' AND conislocal`,
  );
  for (const { table, name } of rows.filter((row) => !kept.has(row.name)))
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS "${name}"`);
  await client.query('SET session_replication_role = replica');
}

/** Fills every table that grows, or `only` some, with the rows `from` to `to`; after {@link dropRules}. */
export async function fillTables(
  client: pg.Client,
  from: number,
  to: number,
  only?: ReadonlySet<string>,
): Promise<void> {
  const { rows: columns } = await client.query<TableColumn>(LIST_COLUMNS);
  for (const table of new Set(columns.map((column) => column.table))) {
    if (FIXED_TABLES.has(table) || only?.has(table) === false) continue;
    const own = columns.filter((column) => column.table === table);
    await client.query(
      `INSERT INTO ${table} (${own.map(({ name }) => name).join(', ')})
       SELECT ${own.map(expressionOf).join(', ')} FROM generate_series(${from}::int, ${to}::int) n
       ON CONFLICT DO NOTHING`,
    );
  }
}
