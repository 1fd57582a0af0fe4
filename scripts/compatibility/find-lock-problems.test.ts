import { expect, test } from 'vitest';
import { findLockProblems } from './find-lock-problems.ts';

const REFUSED: readonly [sql: string, problem: string][] = [
  ['ALTER TABLE "messages" ADD COLUMN "token" uuid DEFAULT gen_random_uuid();', 'volatile default'],
  [
    'ALTER TABLE messages ADD COLUMN a int, ADD COLUMN at timestamptz NOT NULL DEFAULT clock_timestamp();',
    'volatile default',
  ],
  ['ALTER TABLE messages ADD COLUMN n bigserial;', 'counted column'],
  ['ALTER TABLE messages ADD COLUMN n int NOT NULL;', 'required column without a default'],
  ['ALTER TABLE messages ADD COLUMN n int GENERATED ALWAYS AS (id + 1) STORED;', 'stored generated column'],
  ['ALTER TABLE messages ADD COLUMN n int UNIQUE;', 'builds an index'],
  ['ALTER TABLE messages ALTER COLUMN id TYPE bigint;', 'changes the type'],
  ['ALTER TABLE messages ALTER COLUMN id SET DATA TYPE bigint;', 'changes the type'],
  ['CREATE INDEX messages_text ON messages (text);', 'use CONCURRENTLY'],
  ['CREATE UNIQUE INDEX "messages_text" ON "messages"("text");', 'use CONCURRENTLY'],
  ['ALTER TABLE messages ADD CONSTRAINT m CHECK (id > 0);', 'NOT VALID'],
  ['ALTER TABLE messages ADD CONSTRAINT m FOREIGN KEY (a) REFERENCES b (id);', 'NOT VALID'],
  ['ALTER TABLE messages ADD CONSTRAINT m UNIQUE (a, b);', 'USING INDEX'],
  ['ALTER TABLE messages ALTER COLUMN text SET NOT NULL;', 'SET NOT NULL'],
  [
    'ALTER TABLE messages ADD CONSTRAINT m CHECK (a > 0) NOT VALID; ALTER TABLE messages VALIDATE CONSTRAINT m;',
    'next migration',
  ],
  ['ALTER TABLE messages DROP COLUMN text;', 'drops a column'],
  ['ALTER TABLE messages RENAME COLUMN text TO body;', 'renames'],
  ['ALTER TABLE messages RENAME TO notes;', 'renames'],
  ['DROP TABLE messages;', 'drops a table'],
  ["ALTER TYPE state RENAME VALUE 'a' TO 'b';", 'changes a type'],
  ["UPDATE messages SET text = 'WHERE ';", 'every row'],
  ['CREATE INDEX CONCURRENTLY i ON messages (text);', 'cannot run again'],
  [
    'DROP INDEX CONCURRENTLY IF EXISTS i; CREATE INDEX CONCURRENTLY i ON messages (text); SELECT 1;',
    'is no transaction',
  ],
];

test.each(REFUSED)('%s is refused', (sql, problem) => {
  expect(
    findLockProblems(sql)
      .map(({ text }) => text)
      .join(),
  ).toContain(problem);
});

const ALLOWED = [
  'ALTER TABLE messages ADD COLUMN note text;',
  "ALTER TABLE messages ADD COLUMN state text NOT NULL DEFAULT 'new (all)', ADD COLUMN at timestamptz NOT NULL DEFAULT now();",
  'ALTER TABLE messages ADD COLUMN at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;',
  'CREATE TABLE cats (id int PRIMARY KEY, name text); CREATE INDEX cats_name ON cats (name); ALTER TABLE "cats" ADD CONSTRAINT c CHECK (id > 0);',
  'DROP INDEX CONCURRENTLY IF EXISTS i; CREATE INDEX CONCURRENTLY i ON messages (text);',
  'ALTER TABLE messages ADD CONSTRAINT m FOREIGN KEY (a) REFERENCES b (id) NOT VALID;',
  'ALTER TABLE messages VALIDATE CONSTRAINT m;',
  'ALTER TABLE messages DROP CONSTRAINT m;',
  'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DROP TABLE messages; $$;',
  '-- DROP TABLE messages;\nSELECT 1;',
  '-- allowed: 0.2.0 marks it with @@ignore\nDROP TABLE messages;',
];

test.each(ALLOWED)('%s is allowed', (sql) => {
  expect(findLockProblems(sql)).toEqual([]);
});

test('a column becomes required once earlier migrations have validated a check for it', () => {
  const required = 'ALTER TABLE messages ALTER COLUMN text SET NOT NULL;';
  const checked = 'ALTER TABLE messages ADD CONSTRAINT m CHECK (text IS NOT NULL) NOT VALID;';
  const validated = 'ALTER TABLE messages VALIDATE CONSTRAINT m;';
  expect(findLockProblems(required, `${checked}${validated}`)).toEqual([]);
  expect(findLockProblems(required, checked)).toHaveLength(1);
  expect(findLockProblems(required, `${checked.replace('text', 'note')}${validated}`)).toHaveLength(1);
});

test('a problem has the line on which its statement begins', () => {
  const sql = `-- One; two.
SELECT 'a
b';
/* a
comment */ SELECT 1;
-- allowed: nothing reads it
DROP
TABLE cats;

DROP
TABLE dogs;
`;
  expect(findLockProblems(sql)).toEqual([{ text: expect.stringContaining('drops a table'), line: 10 }]);
});
