import { describe, expect, test } from 'vitest';
import { loadStatements } from './load-statements.ts';
import { findMisplacedColumns } from './read-unnest.ts';

const { statements } = await loadStatements();
const batches = statements.filter(({ items }) => items.length > 1);

test('finds statements over several arrays', () => {
  expect(batches.length).toBeGreaterThan(50);
});

test.each(batches.map((statement) => [statement.name, statement] as const))(
  '%s gives each array the column of its item',
  (_, { text, items, parameters }) => {
    const types = parameters.map(({ type }) => type);
    expect(findMisplacedColumns(text, items, types)).toEqual([]);
  },
);

describe('two columns of one type in the wrong order', () => {
  const ITEMS = ['id', 'peer', 'thread_id', 'at'];
  const TYPES = ['int8[]', 'text[]', 'text[]', 'timestamptz[]'];
  const ARRAYS = 'unnest($1::int8[], $2::text[], $3::text[], $4::timestamptz[])';

  test.each([
    `SELECT * FROM ${ARRAYS} AS w(id, peer, thread_id, at)`,
    `SELECT * FROM ${ARRAYS} WITH ORDINALITY AS w(id, peer, thread_id, at, ord)`,
    `INSERT INTO t (id, peer, thread_id, at) SELECT * FROM ${ARRAYS}`,
    `SELECT * FROM ${ARRAYS} AS w(message_id, peer, thread, at)`,
  ])('are not in: %s', (text) => {
    expect(findMisplacedColumns(text, ITEMS, TYPES)).toEqual([]);
  });

  test.each([
    `SELECT * FROM ${ARRAYS} AS w(id, thread_id, peer, at)`,
    `SELECT * FROM ${ARRAYS} WITH ORDINALITY AS w(id, thread_id, peer, at, ord)`,
    `INSERT INTO t (id, thread_id, peer, at) SELECT * FROM ${ARRAYS}`,
    `SELECT (id, thread_id, peer, at) IN (SELECT * FROM ${ARRAYS})`,
  ])('are found in: %s', (text) => {
    expect(findMisplacedColumns(text, ITEMS, TYPES)).toEqual(['peer becomes thread_id', 'thread_id becomes peer']);
  });

  test('are also found where a short name fits two of them', () => {
    const text = 'SELECT * FROM unnest($1::int8[], $2::int8[]) AS w(id, conversation)';
    expect(findMisplacedColumns(text, ['message_id', 'conversation_id'], ['int8[]', 'int8[]'])).toEqual([
      'message_id becomes id',
    ]);
  });
});
