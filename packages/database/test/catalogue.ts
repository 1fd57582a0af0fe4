import type { Sql } from '@parley/database/sql';

/** Tables and indexes of Parley; a partition inherits from its table. */
const OWN = `n.nspname = 'public' AND c.relname <> '_prisma_migrations' AND NOT c.relispartition`;
const FACTS = [
  `SELECT 'table ' || c.relname AS fact FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OWN} AND c.relkind IN ('r', 'p')`,
  `SELECT 'view ' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN} AND c.relkind IN ('v', 'm')`,
  `SELECT 'column ' || c.relname || '.' || a.attname || ': ' || format_type(a.atttypid, a.atttypmod)
          || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
          || CASE WHEN a.attidentity::text <> '' THEN ' identity' ELSE '' END || CASE WHEN a.attgenerated::text <> '' THEN ' generated' ELSE '' END
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE ${OWN} AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`,
  `SELECT CASE x.contype WHEN 'c' THEN 'check ' WHEN 'f' THEN 'foreign key ' ELSE 'constraint ' END || x.conname
          || CASE x.contype WHEN 'c' THEN '' ELSE ': ' || c.relname || ' ' || pg_get_constraintdef(x.oid) END
          || CASE WHEN x.convalidated THEN '' ELSE ' not valid' END
     FROM pg_constraint x JOIN pg_class c ON c.oid = x.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OWN} AND x.contype <> 'n'`,
  `SELECT 'index ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE (UNIQUE )?INDEX (\\S+) ON (ONLY )?public\\.', '\\2: \\1')
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN}`,
  `SELECT 'sequence ' || s.relname || ' of ' || coalesce(c.relname || '.' || a.attname, 'nothing')
     FROM pg_class s JOIN pg_namespace n ON n.oid = s.relnamespace AND n.nspname = 'public'
     LEFT JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
     LEFT JOIN pg_class c ON c.oid = d.refobjid
     LEFT JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
    WHERE s.relkind = 'S'`,
  `SELECT 'partitions of ' || c.relname || ' by ' || pg_get_partkeydef(c.oid) FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN} AND c.relkind = 'p'`,
  `SELECT 'storage of ' || c.relname || ': ' || array_to_string(c.reloptions, ', ') FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN} AND c.reloptions IS NOT NULL`,
  `SELECT 'function ' || p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'public'`,
  `SELECT 'trigger ' || t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN} AND NOT t.tgisinternal`,
  `SELECT 'type ' || t.typname FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE n.nspname = 'public' AND t.typtype IN ('e', 'd')`,
];

/** Everything about a database in PostgreSQL's catalogue, one line each, without the daily partitions. */
export async function readCatalogue(sql: Sql): Promise<Set<string>> {
  const { rows } = await sql.query<{ fact: string }>({ text: FACTS.join('\nUNION ALL\n') });
  return new Set(rows.map(({ fact }) => fact));
}
