import { makeTestBot } from '@parley/testing/factories/test-bot';
import { beforeEach, expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import { NUMBER } from '../../test/seed-database.ts';
import {
  bodyOf,
  changeOf,
  changeValue,
  contactOf,
  messagesBody,
  seconds,
  textMessage,
  wamid,
} from '../../test/wa-bodies.ts';

const CUSTOMER = '16505551234';
const OWN_APP = '4242';
const INSTAGRAM_APP = '4243';
const PAGE = '1001';
const PERSON = '254459191289871';
const START = Date.UTC(2026, 10, 1, 12);

let inbound: OpenInbound;
let now: Date;

beforeEach(async () => {
  inbound = await openForTest({
    variables: {
      PARLEY_META_APP_ID: OWN_APP,
      PARLEY_INSTAGRAM_APP_ID: INSTAGRAM_APP,
      PARLEY_INSTAGRAM_META_APP_ID: '4244',
    },
  });
  await inbound.rows(`UPDATE api_keys SET events = events || '{conversation.control}'`);
  await inbound.addAccount({ tenantId: inbound.tenantId, channel: 'fb', externalId: PAGE });
  setClock(0);
});

function setClock(second: number): void {
  now = new Date(START + second * 1000);
  inbound.setNow(now);
}

const says = (second: number) => textMessage(CUSTOMER, 'Hi', { timestamp: seconds(new Date(START + second * 1000)) });
const owned = (second: number) => inbound.receiveMeta(messagesBody('Ann', says(second)));
const copied = (second: number) =>
  inbound.receiveMeta(
    bodyOf(
      changeOf(
        changeValue({ standby: { contacts: [contactOf(CUSTOMER, 'Ann')], messages: [says(second)] } }),
        'standby',
      ),
    ),
  );
const handedOver = (type: 'control_passed' | 'control_taken', second: number, facts: object = {}) =>
  inbound.receiveMeta(
    bodyOf(
      changeOf(
        {
          messaging_product: 'whatsapp',
          sender: { phone_number: CUSTOMER },
          recipient: { phone_number_id: NUMBER, display_phone_number: '15550783881' },
          type,
          timestamp: seconds(new Date(START + second * 1000)),
          [type]: facts,
        },
        'messaging_handovers',
      ),
    ),
  );
const onPage = (event: object) =>
  inbound.receiveMeta({
    object: 'page',
    entry: [
      {
        id: PAGE,
        messaging: [{ sender: { id: PERSON }, recipient: { id: PAGE }, timestamp: now.getTime(), ...event }],
      },
    ],
  });

const owners = async () =>
  (await inbound.rows<{ thread_owner: string | null }>('SELECT thread_owner FROM conversations ORDER BY id')).map(
    ({ thread_owner: owner }) => owner,
  );
const told = async () =>
  (await inbound.events('conversation.control')).map(({ data }) => [data.state, data.reason, data.role]);
const turns = () => inbound.rows('SELECT 1 FROM bot_turns');

// docs/reference/threads.md#owner
test('the owner of a wa thread follows messages, copies and hand-overs, in any order of arrival', async () => {
  await owned(0);
  expect(await owners()).toEqual([null]);
  await copied(1);
  expect(await owners()).toEqual(['theirs']);
  const facts = {
    previous_owner_role: 'ai_agent',
    new_owner_role: 'escalation',
    metadata: '{"reason":"ASKED"}',
    conversation_context: { type: 'summary', summary: { text: 'Wants a refund.' } },
  };
  await handedOver('control_passed', 2, facts);
  await handedOver('control_passed', 2, facts);
  expect(await owners()).toEqual(['ours']);
  await handedOver('control_taken', 5, { previous_owner_role: 'escalation', new_owner_role: 'customer_service' });
  await owned(4);
  expect(await owners()).toEqual(['theirs']);
  await owned(6);
  expect(await owners()).toEqual(['ours']);
  expect(await told()).toEqual([
    ['theirs', 'message', null],
    ['ours', 'passed', 'escalation'],
    ['theirs', 'taken', 'customer_service'],
    ['ours', 'message', null],
  ]);
  expect((await inbound.events('conversation.control'))[1]?.data).toMatchObject({
    channel: 'wa',
    peer: `+${CUSTOMER}`,
    previous_role: 'ai_agent',
    metadata: '{"reason":"ASKED"}',
    summary: 'Wants a refund.',
  });
  expect(await inbound.rows('SELECT 1 FROM unknown_provider_events')).toEqual([]);
});

test('a hand-over of a person who never wrote makes a conversation, and one without a sender is kept', async () => {
  await handedOver('control_passed', 2, {});
  expect(await inbound.rows('SELECT peer, thread_owner FROM conversations')).toEqual([
    { peer: `+${CUSTOMER}`, thread_owner: 'ours' },
  ]);
  const recipient = { phone_number_id: NUMBER };
  await inbound.receiveMeta(bodyOf(changeOf({ recipient, control_taken: {} }, 'messaging_handovers')));
  expect(await inbound.rows('SELECT reason FROM unknown_provider_events')).toEqual([
    { reason: 'notice: messaging_handovers' },
  ]);
});

test('a message with the summary of another app shares the number, and keeps the summary', async () => {
  const context = { type: 'summary', summary: { text: 'Asked about shoes.' } };
  const value = { contacts: [contactOf(CUSTOMER, 'Ann')], messages: [says(0)], conversation_context: context };
  await inbound.receiveMeta(bodyOf(changeOf(changeValue(value))));
  expect(await inbound.rows(`SELECT thread_owner, handover ->> 'summary' AS summary FROM conversations`)).toEqual([
    { thread_owner: 'ours', summary: 'Asked about shoes.' },
  ]);
});

test('on fb the app that a hand-over names decides, and a request changes nothing', async () => {
  await onPage({ message: { mid: wamid(), text: 'Hi' } });
  expect(await owners()).toEqual([null]);
  setClock(1);
  await onPage({ pass_thread_control: { previous_owner_app_id: null, new_owner_app_id: OWN_APP, metadata: 'note' } });
  expect(await owners()).toEqual(['ours']);
  setClock(2);
  await onPage({ request_thread_control: { requested_owner_app_id: '99', metadata: 'please' } });
  expect(await owners()).toEqual(['ours']);
  setClock(3);
  await onPage({ take_thread_control: { previous_owner_app_id: OWN_APP, new_owner_app_id: '263902037430900' } });
  expect(await owners()).toEqual(['theirs']);
  expect(
    (await inbound.events('conversation.control')).map(({ data }) => [data.state, data.reason, data.app_id]),
  ).toEqual([
    ['ours', 'passed', OWN_APP],
    ['ours', 'requested', '99'],
    ['theirs', 'taken', '263902037430900'],
  ]);
  expect(await inbound.rows('SELECT 1 FROM unknown_provider_events')).toEqual([]);
});

test.each(['messaging_handover', 'messaging_handovers'])(
  'on ig a hand-over in the field %s counts, as an event or as a change',
  async (field) => {
    const account = '17841400000000001';
    await inbound.addAccount({ tenantId: inbound.tenantId, channel: 'ig', externalId: account });
    const sides = { sender: { id: PERSON }, recipient: { id: account } };
    const receive = (entry: object) =>
      inbound.receiveMeta({ object: 'instagram', entry: [{ id: account, time: now.getTime(), ...entry }] });
    const passed = { pass_thread_control: { new_owner_app_id: OWN_APP } };
    await receive({ messaging: [{ ...sides, timestamp: now.getTime(), ...passed }] });
    expect(await owners()).toEqual(['ours']);
    const value = {
      ...sides,
      timestamp: now.getTime() + 1000,
      take_thread_control: { previous_owner_app_id: OWN_APP },
    };
    await receive({ changes: [{ field, value }] });
    expect(await owners()).toEqual(['theirs']);
  },
);

test.each([
  ['the Instagram app', INSTAGRAM_APP],
  ['the Meta app that contains it', '4244'],
])('on ig a hand-over that names %s as the new owner is to us, on fb to another app', async (_, app) => {
  const account = '17841400000000001';
  await inbound.addAccount({ tenantId: inbound.tenantId, channel: 'ig', externalId: account });
  const sides = { sender: { id: PERSON }, recipient: { id: account } };
  const control = (part: object) =>
    inbound.receiveMeta({
      object: 'instagram',
      entry: [{ id: account, time: now.getTime(), messaging: [{ ...sides, timestamp: now.getTime(), ...part }] }],
    });
  await control({ pass_thread_control: { previous_owner_app_id: '1217981644879628', new_owner_app_id: app } });
  expect(await owners()).toEqual(['ours']);
  setClock(1);
  await control({ take_thread_control: { previous_owner_app_id: app } });
  expect(await owners()).toEqual(['theirs']);
  await onPage({ pass_thread_control: { previous_owner_app_id: null, new_owner_app_id: app } });
  expect(await owners()).toEqual(['theirs', 'theirs']);
});

test('while another app has the thread, a delayed message opens no turn and notes no away message', async () => {
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  await handedOver('control_taken', 5, {});
  setClock(6);
  await owned(4);
  expect(await turns()).toEqual([]);
  await owned(6);
  expect(await turns()).toHaveLength(1);
});

test('a reply that is being written when another app takes the thread is out of date', async () => {
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  await owned(0);
  expect(await inbound.rows('SELECT bot_epoch FROM conversations')).toEqual([{ bot_epoch: 0 }]);
  await handedOver('control_taken', 1, {});
  expect(await inbound.rows('SELECT bot, bot_epoch FROM conversations')).toEqual([{ bot: 'on', bot_epoch: 1 }]);
});

test('what another app sends does not pause bots: they are silent until the thread comes back', async () => {
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  const message = { messaging_product: 'whatsapp', to: CUSTOMER, type: 'text', text: { body: 'From a bot' } };
  const echo = { id: wamid(), timestamp: seconds(now), message };
  await inbound.receiveMeta(bodyOf(changeOf(changeValue({ standby: { message_echoes: [echo] } }), 'standby')));
  expect(await inbound.rows('SELECT bot, thread_owner FROM conversations')).toEqual([
    { bot: 'on', thread_owner: 'theirs' },
  ]);
  await owned(1);
  expect(await turns()).toHaveLength(1);
});

test('people who turn out to be one keep the newest owner', async () => {
  await handedOver('control_taken', 1, {});
  const scoped = { ...says(0), from: undefined, from_user_id: 'US.1349' };
  const value = { contacts: [{ user_id: 'US.1349' }], messages: [scoped] };
  await inbound.receiveMeta(bodyOf(changeOf(changeValue(value))));
  expect(await owners()).toEqual(['theirs', 'ours']);
  const contact = { ...contactOf(CUSTOMER, 'Ann'), user_id: 'US.1349' };
  const both = { contacts: [contact], messages: [{ ...says(0), from_user_id: 'US.1349' }] };
  await inbound.receiveMeta(bodyOf(changeOf(changeValue(both))));
  expect((await owners())[0]).toBe('theirs');
});
