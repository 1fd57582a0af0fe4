import { defineStatement } from '@parley/database/statement';

/**
 * Locks people in the order of their ids and returns those that exist. A removal deletes a person without a
 * membership, and a join adds one: each sees the other that locked first.
 */
export const lockPeopleById = defineStatement({
  name: 'accounts.lock-people-by-id',
  text: 'SELECT id FROM people WHERE id = ANY ($1::int4[]) ORDER BY id FOR UPDATE',
  params: { ids: 'int4[]' },
  row: { id: 'int4' },
});
