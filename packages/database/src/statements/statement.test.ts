import { expect, test } from 'vitest';
import { defineBatchStatement, definedStatements } from './statement.ts';

test('the rows of a batch have their columns in the order of its items', () => {
  defineBatchStatement({
    name: 'test.item-rows',
    text: (items) => `SELECT * FROM ${items.as('w')}, ${items.numbered('n')} WHERE w.message_id = $3`,
    items: { messageId: 'int8', text: 'text?' },
    params: { id: 'int8' },
  });
  expect(definedStatements().find(({ name }) => name === 'test.item-rows')?.text).toBe(
    'SELECT * FROM unnest($1::int8[], $2::text[]) AS w(message_id, text), ' +
      'unnest($1::int8[], $2::text[]) WITH ORDINALITY AS n(message_id, text, ord) WHERE w.message_id = $3',
  );
});
