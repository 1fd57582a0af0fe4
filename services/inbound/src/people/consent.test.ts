import { setConsent } from '@parley/common/contracts/operator/set-consent';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { parseWaWebhook } from '@parley/providers/graph/wa-webhook';
import { countWrites } from '@parley/testing/database/count-writes';
import { expect, onTestFinished, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import { openService } from '../../test/open-service.ts';
import {
  bodyOf,
  changeOf,
  changeValue,
  contactOf,
  messagesBody,
  textMessage,
  textUpdate,
} from '../../test/wa-bodies.ts';
import { storeItems } from '../batch/store-items.steps.ts';

const ANN = '15551234567';
const OPT_OUT = 'contact.opt_out';

async function openAsked(): Promise<OpenInbound> {
  const inbound = await openForTest();
  await inbound.rows('UPDATE api_keys SET events = events || $1::text[]', [OPT_OUT]);
  return inbound;
}

const write = (inbound: Pick<OpenInbound, 'receiveMeta'>, text: string, given: Record<string, unknown> = {}) =>
  inbound.receiveMeta(messagesBody('Ann', textMessage(ANN, text, given)));

const secondsAfter = (second: number) => Math.floor(Date.UTC(2026, 2, 1, 10) / 1000) + second;

/** A person's choice in WhatsApp, as Meta reports it. */
const preference = (value: string, given: Record<string, unknown> = {}, contacts = [contactOf(ANN, 'Ann')]) =>
  bodyOf(
    changeOf(
      changeValue({
        contacts,
        user_preferences: [
          {
            wa_id: ANN,
            detail: `User requested to ${value} marketing messages`,
            category: 'marketing_messages',
            value,
            timestamp: secondsAfter(0),
            ...given,
          },
        ],
      }),
      'user_preferences',
    ),
  );

const states = (inbound: OpenInbound) =>
  inbound.rows<{ opted_out: boolean; by: string }>('SELECT opted_out, by FROM consents ORDER BY contact_id');
const reports = async (inbound: OpenInbound) =>
  (await inbound.events(OPT_OUT)).map(({ data }) => [data.opted_out, data.by]);

test('a stop word opts out with its message and its event in one transaction, and a repeat doubles nothing', async () => {
  const inbound = await openAsked();
  const body = messagesBody('Ann', textMessage(ANN, 'STOP.', { timestamp: String(secondsAfter(0)) }));
  await inbound.receiveMeta(body);
  const transactions = await inbound.rows<{ xmin: string }>(
    `SELECT xmin::text FROM messages UNION SELECT xmin::text FROM consents UNION SELECT xmin::text FROM events
      UNION SELECT xmin::text FROM deliveries`,
  );
  expect(transactions).toHaveLength(1);
  await inbound.receiveMeta(body);
  expect(await states(inbound)).toEqual([{ opted_out: true, by: 'customer' }]);
  const [message, optOut, ...more] = await inbound.events();
  expect(more).toEqual([]);
  expect(message?.type).toBe('message.received');
  expect(optOut).toMatchObject({
    type: OPT_OUT,
    data: {
      channel: 'wa',
      conversation_id: message?.data.conversation_id,
      from: `+${ANN}`,
      account: message?.data.account,
      opted_out: true,
      by: 'customer',
      at: new Date(secondsAfter(0) * 1000).toISOString(),
    },
  });
});

test('a start word opts in again; a second word of the same kind reports nothing', async () => {
  const inbound = await openAsked();
  for (const text of ['start', 'stop', 'إيقاف', 'Start!', 'start']) await write(inbound, text);
  expect(await reports(inbound)).toEqual([
    [true, 'customer'],
    [false, 'customer'],
  ]);
  expect(await states(inbound)).toEqual([{ opted_out: false, by: 'customer' }]);
});

test('any other message stores nothing about consent', async () => {
  const inbound = await openAsked();
  await write(inbound, 'please stop the noise');
  await write(inbound, '');
  expect(await states(inbound)).toEqual([]);
});

test('a message without such a word causes no additional write', async () => {
  const inbound = await openForTest();
  await write(inbound, 'Hi');
  const own = connectDatabase({ url: inbound.database.url });
  onTestFinished(() => own.close());
  const writes = countWrites(own);
  const service = openService(inbound, { unmappedDatabase: own });
  const writesOf = async (text: string) => {
    const before = writes();
    const body = messagesBody('Ann', textMessage(ANN, text));
    await storeItems(service, parseWaWebhook(body));
    return writes() - before;
  };
  await writesOf('an account that this process does not know yet');
  expect([await writesOf('Hello'), await writesOf('stop it'), await writesOf('again')]).toEqual([2, 2, 2]);
  expect(await writesOf('stop')).toBeGreaterThan(2);
});

test('an opt-out is stored even when no key subscribes to its event', async () => {
  const inbound = await openForTest();
  await write(inbound, 'unsubscribe');
  expect(await states(inbound)).toEqual([{ opted_out: true, by: 'customer' }]);
  expect((await inbound.events()).map(({ type }) => type)).toEqual(['message.received']);
});

test('a stop word in a group opts out neither the group nor its author', async () => {
  const inbound = await openAsked();
  const chat = { id: -1001, title: 'Team', type: 'supergroup' };
  await inbound.receiveTg(textUpdate(42, 1, 'stop', { chat }));
  expect(await states(inbound)).toEqual([]);
  await inbound.receiveTg(textUpdate(42, 2, 'stop'));
  expect(await states(inbound)).toEqual([{ opted_out: true, by: 'customer' }]);
});

test('a tenant’s own words replace the defaults from the next message on', async () => {
  const inbound = await openAsked();
  await write(inbound, 'Hi');
  await inbound.rows(`UPDATE tenants SET consent_words = '{"stop": ["basta"], "start": null}'`);
  await write(inbound, 'stop');
  expect(await states(inbound)).toEqual([]);
  await write(inbound, 'Basta!');
  expect(await reports(inbound)).toEqual([[true, 'customer']]);
});

test('several words of one webhook are applied in order', async () => {
  const inbound = await openAsked();
  const words = ['stop', 'start', 'stop'].map((text) => textMessage(ANN, text));
  await inbound.receiveMeta(messagesBody('Ann', ...words));
  expect(await reports(inbound)).toEqual([
    [true, 'customer'],
    [false, 'customer'],
    [true, 'customer'],
  ]);
});

test('a choice in WhatsApp is reported once, even when two replicas receive its repeats at the same time', async () => {
  const inbound = await openAsked();
  const replicas = [inbound, await inbound.startReplica()];
  await Promise.all(replicas.flatMap((replica) => [1, 2, 3].map(() => replica.receiveMeta(preference('stop')))));
  expect(await reports(inbound)).toEqual([[true, 'platform']]);
  expect(await inbound.rows('SELECT 1 FROM contacts')).toHaveLength(1);
  await inbound.receiveMeta(preference('resume', { timestamp: secondsAfter(60) }));
  await inbound.receiveMeta(preference('stop'));
  expect(await states(inbound)).toEqual([{ opted_out: false, by: 'platform' }]);
  expect(await reports(inbound)).toEqual([
    [true, 'platform'],
    [false, 'platform'],
  ]);
});

test('a choice in WhatsApp before the first message belongs to the person who writes later', async () => {
  const inbound = await openAsked();
  await inbound.receiveMeta(preference('stop'));
  const [optOut] = await inbound.events(OPT_OUT);
  expect(optOut?.data).toMatchObject({ conversation_id: null, from: `+${ANN}` });
  await write(inbound, 'Hi');
  await inbound.receiveMeta(preference('resume', { timestamp: secondsAfter(60) }));
  const received = (await inbound.events('message.received'))[0]?.data;
  const [, optIn] = await inbound.events(OPT_OUT);
  expect(optIn?.data).toMatchObject({ conversation_id: received?.conversation_id, opted_out: false });
});

test('a choice in WhatsApp stores no name of a person who has not written yet', async () => {
  const inbound = await openAsked();
  await inbound.receiveMeta(preference('stop'));
  expect(await inbound.rows('SELECT name, username FROM contacts')).toEqual([{ name: null, username: null }]);
  await write(inbound, 'Hi');
  await inbound.receiveMeta(preference('resume', { timestamp: secondsAfter(60) }));
  expect(await inbound.rows('SELECT name FROM contacts')).toEqual([{ name: 'Ann' }]);
});

test.each([
  ['another category', { category: 'service_messages' }],
  ['another value', { value: 'pause' }],
  ['no person', { wa_id: undefined }],
])('a preference with %s changes nothing, and is kept', async (_, given) => {
  const inbound = await openAsked();
  await inbound.receiveMeta(preference('stop', given, 'wa_id' in given ? [] : undefined));
  expect(await states(inbound)).toEqual([]);
  expect(await inbound.rows('SELECT reason FROM unknown_provider_events')).toEqual([
    { reason: 'notice: user_preferences' },
  ]);
});

test('the operator opts a person in again, once, and a late report of an earlier stop does not undo it', async () => {
  const inbound = await openAsked();
  await write(inbound, 'stop');
  const id = Number((await inbound.events(OPT_OUT))[0]?.data.conversation_id);
  const set = (optedOut: boolean) => inbound.call(setConsent, { slug: 'acme', id, optedOut });
  const shown = await set(false);
  expect(shown).toMatchObject({ optedOut: false, by: 'operator', at: expect.any(String) });
  await set(false);
  await inbound.receiveMeta(preference('stop'));
  expect(await reports(inbound)).toEqual([
    [true, 'customer'],
    [false, 'operator'],
  ]);
  await set(true);
  expect(await states(inbound)).toEqual([{ opted_out: true, by: 'operator' }]);
  await inbound.addTenant('other');
  await expect(inbound.call(setConsent, { slug: 'other', id, optedOut: false })).rejects.toMatchObject({
    code: 'unknown_conversation',
  });
});
