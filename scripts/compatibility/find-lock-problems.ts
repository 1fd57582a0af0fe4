interface Statement {
  /** Without comments, on one line. */
  text: string;
  line: number;
}

const linesIn = (text: string): number => text.split('\n').length - 1;
/** Nothing but the lines of a text. */
const emptied = (text: string): string => '\n'.repeat(linesIn(text));

/** The statements of a migration. */
function statementsOf(sql: string): Statement[] {
  let line = 1;
  return sql
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, emptied)
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, (text) => `''${emptied(text)}`)
    .replace(/'(?:[^']|'')*'/g, (text) => `''${emptied(text)}`)
    .split(';')
    .map((part) => {
      const begins = line + linesIn(part.slice(0, part.search(/\S|$/)));
      line += linesIn(part);
      return { text: part.replace(/\s+/g, ' ').trim(), line: begins };
    })
    .filter(({ text }) => text !== '');
}
const textsOf = (sql: string): string[] => statementsOf(sql).map(({ text }) => text);

const nameOf = (quoted = ''): string => quoted.replaceAll('"', '').toLowerCase();

const NAME = String.raw`(?:"?public"?\.)?("?\w+"?)`;
const CREATES = new RegExp(`^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?${NAME}`, 'i');
const ALTERS = new RegExp(`^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?${NAME} (.*)$`, 'i');
const INDEXES = new RegExp(`^CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?.*? ON (?:ONLY )?${NAME}`, 'i');
const BUILDS_CONCURRENTLY = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?("?\w+"?)/i;
const DROPS_CONCURRENTLY = /^DROP INDEX CONCURRENTLY IF EXISTS ("?\w+"?)/i;
const CONCURRENTLY = /\bCONCURRENTLY\b/i;

/** Functions whose result PostgreSQL computes once for all rows: a default of them rewrites nothing. */
const STABLE = /\b(?:now|current_setting)\(|\bCURRENT_(?:TIMESTAMP|DATE)\b/gi;
const CALL = /\w\(/;

/** Splits the actions of an ALTER TABLE at commas outside parentheses. */
function actionsOf(text: string): string[] {
  const actions: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')') depth--;
    if (text[at] !== ',' || depth > 0) continue;
    actions.push(text.slice(start, at).trim());
    start = at + 1;
  }
  return [...actions, text.slice(start).trim()];
}

const NOT_NULL_CHECK = /ADD CONSTRAINT ("?\w+"?) CHECK \( ?"?(\w+)"? IS NOT NULL ?\) NOT VALID/gi;
const VALIDATED = /VALIDATE CONSTRAINT ("?\w+"?)/gi;
const ADDED = /ADD CONSTRAINT ("?\w+"?)/gi;

interface Columns {
  /** Columns with a validated check of earlier migrations that they are not null. */
  checked: ReadonlySet<string>;
  /** Constraints that the same migration adds. */
  added: ReadonlySet<string>;
}

function checkedColumns(sql: string): Set<string> {
  const validated = new Set(Array.from(sql.matchAll(VALIDATED), ([, name]) => nameOf(name)));
  return new Set(
    Array.from(sql.matchAll(NOT_NULL_CHECK)).flatMap(([, name, column]) =>
      validated.has(nameOf(name)) ? [nameOf(column)] : [],
    ),
  );
}

function addsColumn(action: string): string | null {
  if (!/^ADD (?:COLUMN )?(?!CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)/i.test(action)) return null;
  if (/ GENERATED ALWAYS AS \(.*\) STORED/i.test(action))
    return 'adds a stored generated column, which rewrites the table';
  if (/ GENERATED .* AS IDENTITY|\b(?:BIG|SMALL)?SERIAL\b/i.test(action))
    return 'adds a counted column, which rewrites the table';
  const [, value = ''] = /\bDEFAULT (.*)$/i.exec(action) ?? [];
  if (CALL.test(value.replace(STABLE, ''))) return 'adds a column with a volatile default, which rewrites the table';
  if (/ (?:UNIQUE|PRIMARY KEY)\b/i.test(action)) return 'builds an index under a lock that stops writes';
  if (/ REFERENCES /i.test(action) && value !== '') return 'checks a foreign key of every row under a lock';
  if (/ NOT NULL\b/i.test(action) && value === '') return 'adds a required column without a default';
  return null;
}

function alters(action: string, { checked, added }: Columns): string | null {
  if (/^ALTER (?:COLUMN )?"?\w+"? (?:SET DATA )?TYPE /i.test(action))
    return 'changes the type of a column, which may rewrite the table';
  const [, required] = /^ALTER (?:COLUMN )?("?\w+"?) SET NOT NULL/i.exec(action) ?? [];
  if (required !== undefined && !checked.has(nameOf(required)))
    return 'reads the whole table for SET NOT NULL: add a check NOT VALID and validate it in earlier migrations';
  const [, validated] = /^VALIDATE CONSTRAINT ("?\w+"?)/i.exec(action) ?? [];
  if (validated !== undefined && added.has(nameOf(validated)))
    return 'reads the whole table while ADD CONSTRAINT locks it: validate in the next migration';
  if (/^ADD (?:CONSTRAINT|CHECK|FOREIGN|UNIQUE|PRIMARY|EXCLUDE)/i.test(action)) {
    if (/ USING INDEX /i.test(action)) return null;
    if (/\b(?:UNIQUE|PRIMARY KEY|EXCLUDE)\b/i.test(action))
      return 'builds an index under a lock: build it CONCURRENTLY, then ADD CONSTRAINT … USING INDEX';
    if (!/ NOT VALID\b/i.test(action))
      return 'checks every row under a lock: add the constraint NOT VALID, and validate it in the next migration';
  }
  if (/^DROP (?!CONSTRAINT)/i.test(action))
    return 'drops a column: allowed one release after the schema marks it with @ignore';
  if (/^RENAME /i.test(action)) return 'renames: the other release uses the old name';
  if (/^SET (?:LOGGED|UNLOGGED|TABLESPACE|ACCESS METHOD)/i.test(action)) return 'rewrites the table';
  return addsColumn(action);
}

const WHOLE_TABLE = [
  { pattern: /^DROP TABLE/i, problem: 'drops a table: allowed one release after the schema marks it with @@ignore' },
  { pattern: /^ALTER TYPE .* (?:RENAME|DROP|ALTER)/i, problem: 'changes a type that the other release uses' },
  { pattern: /^(?:VACUUM FULL|CLUSTER|TRUNCATE|LOCK)\b/i, problem: 'locks a whole table' },
  { pattern: /^(?:UPDATE|DELETE FROM) (?!.* WHERE )/i, problem: 'changes every row in one transaction' },
];

/** A migration with CONCURRENTLY is no transaction: it holds only statements that can run again after a kill. */
function findConcurrentProblems(statements: readonly Statement[]): [problem: string, statement: Statement][] {
  const dropped = new Set<string>();
  return statements.flatMap((statement): [string, Statement][] => {
    const [, dropsIndex] = DROPS_CONCURRENTLY.exec(statement.text) ?? [];
    const [, builds] = BUILDS_CONCURRENTLY.exec(statement.text) ?? [];
    if (dropsIndex !== undefined) dropped.add(nameOf(dropsIndex));
    else if (builds === undefined)
      return [['does not belong in a migration with CONCURRENTLY, which is no transaction', statement]];
    else if (!dropped.has(nameOf(builds)))
      return [
        [
          'builds an index without DROP INDEX CONCURRENTLY IF EXISTS before it, so it cannot run again after a kill',
          statement,
        ],
      ];
    return [];
  });
}

/** Problems of one statement of a transaction. */
function problemsOf(statement: string, created: ReadonlySet<string>, columns: Columns): string[] {
  const problems = WHOLE_TABLE.flatMap(({ pattern, problem }) => (pattern.test(statement) ? [problem] : []));
  const [, indexed] = INDEXES.exec(statement) ?? [];
  if (indexed !== undefined && !created.has(nameOf(indexed)))
    problems.push('builds an index under a lock that stops writes: use CONCURRENTLY');
  const [, table, actions] = ALTERS.exec(statement) ?? [];
  if (table === undefined || actions === undefined || created.has(nameOf(table))) return problems;
  return [...problems, ...actionsOf(actions).flatMap((action) => alters(action, columns) ?? [])];
}

/** A problem of a migration, with the line on which its statement begins. */
export interface LockProblem {
  text: string;
  line: number;
}

/**
 * Harm that a migration would do to a large table of a running installation: rewrites, long locks, and names that the release
 * before still uses (docs/operations/upgrading.md#the-promise). `earlier` is the SQL of the migrations before it. Tables
 * that the migration itself creates are exempt, and so is a statement below a comment `-- allowed: <reason>`.
 */
export function findLockProblems(sql: string, earlier = ''): LockProblem[] {
  const judged = sql.replace(/^-- allowed: \S.*\n[^;]*;/gm, emptied);
  const statements = statementsOf(judged);
  const texts = statements.map(({ text }) => text);
  const created = new Set(texts.flatMap((text) => nameOf(CREATES.exec(text)?.[1]) || []));
  const checked = checkedColumns(textsOf(earlier).join(';'));
  const added = new Set(Array.from(texts.join(';').matchAll(ADDED), ([, constraint]) => nameOf(constraint)));
  const found = texts.some((text) => CONCURRENTLY.test(text))
    ? findConcurrentProblems(statements)
    : statements.flatMap((statement) =>
        problemsOf(statement.text, created, { checked, added }).map((problem) => [problem, statement] as const),
      );
  return found.map(([problem, { text, line }]) => ({ text: `${problem}: ${text.slice(0, 120)}`, line }));
}
