import type { PollAnswer } from '@parley/common/messages/received-content';
import { parseTelegramUpdate } from '@parley/providers/telegram/telegram-update';
import { expect, test } from 'vitest';
import type { ItemOf } from '../batch/inbound-message.rules.ts';
import { isHalfNamed, joinRepliedChat, nameVotes } from './replied-message.rules.ts';

function voteOf(userId: number) {
  const user = { id: userId, is_bot: false, first_name: 'Ann' };
  const [item] = parseTelegramUpdate({ update_id: 1, poll_answer: { poll_id: '5', user, option_ids: [0] } }, '7');
  if (item?.kind !== 'message') throw new Error('The vote is no message.');
  return item;
}

test.each([
  ['the private chat of the voter', '42', { address: '42' }, undefined],
  ['a business chat with the voter', '42@bc_1', { address: '42@bc_1' }, undefined],
  ['a group', '-77', { address: '-77', id: '42' }, { type: 'group', title: 'Team' }],
  ['a supergroup', '-10077', { address: '-10077', id: '42' }, { type: 'supergroup', title: 'Team' }],
])('a vote in a poll of %s belongs to that chat', (_what, peer, from, chat) => {
  const joined = joinRepliedChat(voteOf(42), { peer, name: 'Team' });
  expect(joined.from).toMatchObject(from);
  expect(joined.chat).toEqual(chat);
});

test('a vote in a poll that was forwarded from another private chat is the voter’s own', () => {
  const vote = voteOf(42);
  expect(joinRepliedChat(vote, { peer: '43', name: 'Bob' })).toEqual(vote);
  expect(joinRepliedChat(vote, { peer: 'not a chat', name: null })).toEqual(vote);
});

const vote = (options: PollAnswer['options'], text = ''): ItemOf<'message'> => ({
  kind: 'message',
  account: { channel: 'tg', externalId: '1' },
  at: new Date(0),
  providerMessageId: 'v',
  from: { address: '5', aliases: [], name: null, username: null, phone: null },
  text,
  attachments: [],
  replyToProviderId: 'p',
  interactive: null,
  callbackQueryId: null,
  pollAnswer: { options },
  raw: null,
});

test.each([
  [[{ index: 1, title: null }], [{ index: 1, title: 'Coffee' }], 'Coffee'],
  [[{ index: null, title: 'Tea' }], [{ index: 0, title: 'Tea' }], 'Tea'],
  [
    [
      { index: 0, title: null },
      { index: 1, title: null },
    ],
    [
      { index: 0, title: 'Tea' },
      { index: 1, title: 'Coffee' },
    ],
    'Tea, Coffee',
  ],
  [[{ index: 7, title: null }], [{ index: 7, title: null }], ''],
  [[{ index: null, title: 'Beer' }], [{ index: null, title: 'Beer' }], 'Beer'],
])('%j becomes %j', (given, options, text) => {
  const item = vote(given);
  expect(isHalfNamed(item)).toBe(true);
  expect(nameVotes(item, ['Tea', 'Coffee'])).toMatchObject({ text, pollAnswer: { options } });
});

test('a vote with a text keeps it, and a withdrawn vote needs no look-up', () => {
  expect(nameVotes(vote([{ index: 0, title: null }], 'one'), ['Tea']).text).toBe('one');
  expect(isHalfNamed(vote([]))).toBe(false);
});
