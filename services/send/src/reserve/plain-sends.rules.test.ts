import { expect, test } from 'vitest';
import { type GivenSend, makeWantedSend } from '../../test/make-wanted-send.ts';
import { expectSends, isPlainSend, isRepeatable } from './plain-sends.rules.ts';

const file = { id: 'att_1', type: 'image', sourceUrl: 'u', uploadId: null, mimeType: null, filename: null } as const;

test('a text by a key is plain', () => {
  expect(isPlainSend(makeWantedSend())).toBe(true);
});

test.each<[string, GivenSend]>([
  ['from the dashboard', { origin: 'dashboard', instanceId: null, namedConversationId: 7, memberId: 'mem_1' }],
  ['by a bot', { origin: 'bot', instanceId: null, bot: { epoch: 1, facts: {} as never } }],
  ['into a named conversation', { namedConversationId: 7 }],
  ['that answers a comment', { commentId: 'c' }],
  ['with a file', { files: [file] }],
  ['of a template, which its category prices', { channel: 'wa', template: { name: 't', language: 'en' } }],
  ['on tt, which needs a thread', { channel: 'tt' }],
])('a send %s is not', (_, given) => {
  expect(isPlainSend(makeWantedSend(given))).toBe(false);
  expect(expectSends([makeWantedSend(given)])).toEqual([]);
});

const account = { id: 10, externalId: '900', name: 'Main', number: null, credentials: 'x' };
test.each<[string, GivenSend, boolean, boolean]>([
  ['without a name', {}, false, true],
  ['by its id', { from: '900' }, false, true],
  ['by its label', { from: 'Main' }, false, false],
  ['without a name, where a bot may have to pause', {}, true, false],
  ['for a send that is not plain', { files: [file] }, false, false],
])('an account that was chosen %s', (_, given, mayPauseBot, repeatable) => {
  const gained = {
    messageId: '1',
    conversationId: 1,
    peer: '5',
    threadId: null,
    account,
    charge: '1',
    category: null,
    isPlatformReported: false,
  };
  expect(isRepeatable({ ...makeWantedSend(given), mayPauseBot, ...gained })).toBe(repeatable);
});

test('a batch expects the price of all its sends of a tenant, each Idempotency-Key once, and an open window on wa', () => {
  const key = { key: 'k', bodyHash: 'aa' };
  const items = [
    makeWantedSend({ price: '0.1' }),
    makeWantedSend({ price: '0.2', idempotency: key }),
    makeWantedSend({ price: '5', idempotency: key }),
    makeWantedSend({ tenantId: 2, channel: 'wa', idempotency: key, instanceId: 'ins_2' }),
  ];
  expect(expectSends(items)).toEqual([
    { send: items[0], spent: '0.3', writtenAfter: null },
    { send: items[1], spent: '0.3', writtenAfter: null },
    { send: items[3], spent: '1', writtenAfter: new Date('2026-04-30T12:00:00.000Z') },
  ]);
});
