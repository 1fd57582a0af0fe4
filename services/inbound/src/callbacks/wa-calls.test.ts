import { expect, test } from 'vitest';
import { openForTest } from '../../test/open-inbound.ts';
import { NUMBER } from '../../test/seed-database.ts';
import { bodyOf, changeOf, changeValue, contactOf, messagesBody, textMessage } from '../../test/wa-bodies.ts';

const ANN = '16505551234';
const OWN = '15550783881';
const AT = '1772359200';

const call = (given: Record<string, unknown> = {}) => ({
  id: 'wacid.CALL1',
  from: ANN,
  to: OWN,
  event: 'connect',
  timestamp: AT,
  direction: 'USER_INITIATED',
  session: { sdp_type: 'offer', sdp: 'c=IN IP4 192.0.2.7' },
  ...given,
});
const ended = (given: Record<string, unknown> = {}) =>
  call({ event: 'terminate', session: undefined, status: 'FAILED', ...given });
const body = (...calls: unknown[]) =>
  bodyOf(changeOf(changeValue({ contacts: [contactOf(ANN, 'Ann')], calls }), 'calls'));

async function openAsking() {
  const inbound = await openForTest();
  await inbound.rows(`UPDATE api_keys SET events = events || '{call.received}'`);
  const notices = () => inbound.rows('SELECT 1 FROM unknown_provider_events');
  return { inbound, notices };
}

test('a call and its end are reported once each with the conversation, and nothing else of them is stored', async () => {
  const { inbound, notices } = await openAsking();
  await inbound.receiveMeta(messagesBody('Ann', textMessage(ANN, 'call me')));
  const [conversation] = await inbound.rows<{ id: number }>('SELECT id FROM conversations');
  for (const _repeat of [1, 2]) {
    await inbound.receiveMeta(body(call()));
    await inbound.receiveMeta(body(ended({ status: 'COMPLETED', duration: 20 })));
  }
  const calls = await inbound.events('call.received');
  expect(calls.map(({ data }) => data)).toEqual(
    (['ringing', 'ended'] as const).map((state) => ({
      channel: 'wa',
      conversation_id: conversation?.id,
      from: `+${ANN}`,
      account: expect.objectContaining({ id: NUMBER }),
      call_id: 'wacid.CALL1',
      state,
      video: null,
      at: new Date(Number(AT) * 1000).toISOString(),
    })),
  );
  expect(await notices()).toEqual([]);
});

test.each([
  ['that was not answered', 'missed', ended()],
  ['that lasted', 'ended', ended({ status: 'FAILED', duration: 9, start_time: AT })],
  ['whose status is a list', 'ended', ended({ status: ['FAILED'], duration: 9 })],
])('the end of a call %s has the state %s', async (_what, state, given) => {
  const { inbound } = await openAsking();
  await inbound.receiveMeta(body(given));
  expect((await inbound.events('call.received')).map(({ data }) => data.state)).toEqual([state]);
});

test.each([
  ['by the business', call({ direction: 'BUSINESS_INITIATED', from: OWN, to: ANN })],
  ['whose author is forged as the business', call({ from: OWN })],
  ['without an author', call({ from: undefined })],
  ['whose author is an object', call({ from: { $ne: 1 } })],
  ['with an unknown event', call({ event: 'hologram' })],
  ['without an id', call({ id: '' })],
  ['that is no object', 'call'],
])('a call %s is kept as a notice and causes no event', async (_what, given) => {
  const { inbound, notices } = await openAsking();
  const withoutContacts = bodyOf(changeOf(changeValue({ calls: [given] }), 'calls'));
  await inbound.receiveMeta(withoutContacts);
  expect(await inbound.events('call.received')).toEqual([]);
  expect(await notices()).toHaveLength(1);
});

test('a damaged call does not hide the others of its webhook', async () => {
  const { inbound, notices } = await openAsking();
  await inbound.receiveMeta(body(call({ id: 7 }), call({ id: 'wacid.GOOD' })));
  expect((await inbound.events('call.received')).map(({ data }) => data.call_id)).toEqual(['wacid.GOOD']);
  expect(await notices()).toHaveLength(1);
});

test('a call opens the reply window, answered or not, of a known and of an unknown caller', async () => {
  const { inbound } = await openAsking();
  const opened = () =>
    inbound.rows('SELECT peer, last_inbound_at, last_call_at, unread FROM conversations ORDER BY id');
  for (const _repeat of [1, 2]) await inbound.receiveMeta(body(call(), ended()));
  const at = new Date(Number(AT) * 1000);
  expect(await opened()).toEqual([{ peer: `+${ANN}`, last_inbound_at: null, last_call_at: at, unread: 0 }]);
  expect((await inbound.events('call.received')).map(({ conversation_id: id }) => id)).not.toContain(null);
  // An older call that arrives late does not close it.
  await inbound.receiveMeta(body(call({ id: 'wacid.CALL0', timestamp: '1772350000' })));
  expect(await opened()).toMatchObject([{ last_call_at: at }]);
});

test('a call of the business opens no window', async () => {
  const { inbound } = await openAsking();
  await inbound.receiveMeta(body(call({ direction: 'BUSINESS_INITIATED', from: OWN, to: ANN })));
  expect(await inbound.rows('SELECT 1 FROM conversations')).toEqual([]);
});
