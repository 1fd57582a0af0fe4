import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeArray, type TypeName } from '../src/statements/column.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const BACKSLASH = '\\';
const TEXTS = [
  '',
  'NULL',
  'null',
  ' a ',
  'a,b',
  '{}',
  '{"a"}',
  '"',
  `${BACKSLASH}"`,
  BACKSLASH,
  `a${BACKSLASH}`,
  "'",
  '\n\t',
  '😀',
  '$1',
];

const LAST = new Date('9999-12-31T23:59:59.999Z');

test.each<[TypeName, unknown[]]>([
  ['text', [...TEXTS, null]],
  ['int4', [0, -1, 2_147_483_647, null]],
  ['int8', ['9223372036854775807', '-1', null]],
  ['numeric', ['0.0001', '-12.50']],
  ['float8', [0.1, Number.NaN, Number.NEGATIVE_INFINITY]],
  ['bool', [true, false, null]],
  ['timestamptz', [new Date(0), LAST, null]],
  ['bytea', [Buffer.from([0, 92, 34, 255]), Buffer.alloc(0), null]],
  ['jsonb', [{ a: ['"', BACKSLASH, '\n', 'é'] }, [], 'NULL', 1, null]],
])('PostgreSQL reads every element of %s[] as it was given', async (type, given) => {
  const { rows } = await database.db.query<{ value: unknown }>({
    name: `test.array-of-${type}`,
    text: `SELECT value FROM unnest($1::${type}[]) AS given(value)`,
    values: [encodeArray(type, given)],
  });
  expect(rows.map(({ value }) => value)).toEqual(given);
});

test('no string becomes two elements of an array of numbers', async () => {
  const read = database.db.query({
    name: 'test.array-of-one',
    text: 'SELECT value FROM unnest($1::int8[]) AS given(value)',
    values: [encodeArray('int8', ['1,2'])],
  });
  await expect(read).rejects.toThrow('invalid input syntax');
});
