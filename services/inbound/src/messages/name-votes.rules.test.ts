import type { PollAnswer } from '@parley/common/received-content';
import { expect, test } from 'vitest';
import type { ItemOf } from '../batch/addressed.rules.ts';
import { isHalfNamed, nameVotes } from './name-votes.rules.ts';

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
  expect(isHalfNamed({ item })).toBe(true);
  expect(nameVotes(item, ['Tea', 'Coffee'])).toMatchObject({ text, pollAnswer: { options } });
});

test('a vote with a text keeps it, and a vote that was taken back needs no look-up', () => {
  expect(nameVotes(vote([{ index: 0, title: null }], 'one'), ['Tea']).text).toBe('one');
  expect(isHalfNamed({ item: vote([]) })).toBe(false);
});
