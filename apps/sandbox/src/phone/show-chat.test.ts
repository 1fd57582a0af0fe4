import { expect, it } from 'vitest';
import { makePhoneLog } from './phone-log.ts';
import { isTyping, type ReceivedOnPhone, showBubbles } from './show-chat.ts';

const received = (id: string, atMs: number): ReceivedOnPhone => ({
  id,
  kind: 'text',
  text: id,
  file: null,
  buttons: [],
  atMs,
  picture: null,
});
const own = (id: string, atMs: number) => ({
  id,
  kind: 'text' as const,
  text: id,
  file: null,
  atMs,
  taken: true,
  changed: null,
});

it('shows bubbles of both sides in time order, each with the person’s reaction', () => {
  const log = makePhoneLog();
  log.write('chat', own('second', 2));
  log.react('chat', 'first', '👍');
  log.react('chat', 'third', '👍');
  log.react('chat', 'third', '');
  const bubbles = showBubbles(log.of('chat'), [received('first', 1), received('third', 3)]);
  expect(bubbles.map(({ id, own, reaction }) => [id, own, reaction])).toEqual([
    ['first', false, '👍'],
    ['second', true, null],
    ['third', false, null],
  ]);
});

it('shows the new text of an edited message, and no text of a revoked one', () => {
  const log = makePhoneLog();
  for (const [index, id] of ['a', 'b', 'c'].entries()) log.write('chat', own(id, index));
  log.change('chat', 'a', 'new');
  log.change('chat', 'b', null);
  log.change('chat', 'unknown', 'new');
  expect(showBubbles(log.of('chat'), []).map(({ id, text, changed }) => [id, text, changed])).toEqual([
    ['a', 'new', 'edit'],
    ['b', null, 'revoke'],
    ['c', 'c', null],
  ]);
});

it('limits the size of a chat and the number of chats', () => {
  const log = makePhoneLog();
  for (let i = 0; i < 500; i++) log.write('chat', own(String(i), i));
  for (let i = 0; i < 500; i++) log.react('chat', String(i), '👍');
  for (let i = 0; i < 1500; i++) log.write(`chat ${i}`, own('1', 1));
  expect(log.of('chat').messages).toEqual([]);
  expect(log.of('chat 1499').messages).toHaveLength(1);
  for (let i = 0; i < 500; i++) log.write('chat 1499', own(String(i), i));
  for (let i = 0; i < 500; i++) log.react('chat 1499', String(i), '👍');
  expect(
    log
      .of('chat 1499')
      .messages.map(({ id }) => id)
      .at(-1),
  ).toBe('499');
  expect([log.of('chat 1499').messages.length, log.of('chat 1499').reactions.size <= 201]).toEqual([200, true]);
});

it.each([
  ['is shown until the message comes', 100, [received('a', 50)], 200, true],
  ['ends with the message', 100, [received('a', 150)], 200, false],
  ['ends by itself', 100, [], 30_000, false],
  ['is not shown where nobody writes', null, [], 200, false],
])('the typing indicator %s', (_title, shownAtMs, messages, nowMs, expected) => {
  expect(isTyping(shownAtMs, messages, nowMs)).toBe(expected);
});
