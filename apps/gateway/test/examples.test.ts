import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { expect, test } from 'vitest';

/** The objects in a value that name a message and its channel. */
function messagesIn(value: unknown): { message_id: string; channel: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const { message_id, channel } = { message_id: null, channel: null, ...value };
  const own = message_id !== null && channel !== null ? [{ message_id: String(message_id), channel }] : [];
  return [...own, ...Object.values(value).flatMap(messagesIn)];
}

/** Events take theirs from the samples of events. */
const EXAMPLES = CUSTOMER_ACTIONS.filter(({ name }) => name !== 'events').map(({ example }) => example);

test('a message has the same channel in the examples of every action', () => {
  const messages = messagesIn(EXAMPLES);
  expect(messages.length).toBeGreaterThan(10);
  const pairs = new Set(messages.map(({ message_id, channel }) => `${message_id} ${channel}`));
  expect(pairs.size, [...pairs].join(', ')).toBe(new Set(messages.map(({ message_id }) => message_id)).size);
});
