import { randomUUID } from 'node:crypto';
import type { Database } from '@parley/database/connection/connect-database';
import { sendNow } from '@parley/database/statements/unsent';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GivenSend, makeWantedSend } from '../../test/make-wanted-send.ts';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';
import { decideReservations } from './decide-reservations.rules.ts';
import { writePlainSends } from './plain-send.store.ts';
import { expectSends } from './plain-sends.rules.ts';
import type { WantedSend } from './reservation.rules.ts';
import { lockReserveFacts } from './reserve-facts.store.ts';

// A plain send to a known recipient is reserved by one statement that compares the stored facts. It must reserve only what
// the decision under locks reserves, in the same way.
let system: OpenSend;
let db: Database;
let tenant: TestTenant;
let conversation: number;
beforeAll(async () => {
  system = await openSend();
  ({ db } = system.database);
});
const TO = '+4917777700001';
const HAPPENED_AT = new Date();
beforeEach(async () => {
  tenant = await system.addTenant({ balance: 10 });
  conversation = await tenant.customerWrote('wa', TO);
});
afterAll(() => system[Symbol.asyncDispose]());

const makeItem = (given: GivenSend = {}): WantedSend =>
  makeWantedSend({
    tenantId: tenant.id,
    instanceId: tenant.instanceId,
    channel: 'wa',
    to: TO,
    happenedAt: new Date(),
    settleBy: new Date(Date.now() + 60_000),
    reservation: randomUUID(),
    ...given,
  });

/** The statement's result, and the decision under locks on the same facts; nothing is kept. */
async function reserveBoth(item: WantedSend) {
  const undone = new Error('Nothing is kept.');
  const result: { plain: unknown; decided: unknown } = { plain: null, decided: null };
  await db
    .transaction(async (sql) => {
      const [decision] = decideReservations(await lockReserveFacts(sql, [item]));
      result.decided =
        decision?.outcome === 'reserve'
          ? { account: decision.account, conversationId: decision.conversationId, peer: decision.peer }
          : decision?.outcome;
      const reserved = (await sendNow(sql, writePlainSends(expectSends([item])))).get(item);
      if (reserved)
        result.plain = {
          account: reserved.account,
          conversationId: reserved.conversationId,
          peer: reserved.peer,
        };
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return result;
}

const update = (text: string) => () => system.rows(text, tenant.id);
const NAMED = '990000000000001';
const addSecondAccount = async (externalId = '990000000000002') => {
  const account = await system.addWaAccount(tenant.id, externalId, 'Second', '+4930123456');
  await tenant.customerWrote('wa', TO, { account, at: new Date(Date.now() + 1000) });
};

const optOut = update(
  `INSERT INTO consents (contact_id, tenant_id, opted_out, by, decided_at)
   SELECT id, tenant_id, true, 'customer', now() FROM contacts WHERE tenant_id = $1`,
);

describe('is reserved as it would be decided', () => {
  test.each<[string, () => Promise<unknown>, GivenSend]>([
    ['a text in an open window', async () => {}, {}],
    ['a text to a person who opted out', optOut, {}],
    ['a send that takes the whole balance', async () => {}, { price: '10' }],
    ['a send that costs nothing', update('UPDATE tenants SET balance = 0 WHERE id = $1'), { price: '0' }],
    [
      'a send down to the threshold of low credit',
      update('UPDATE tenants SET low_credit_threshold = 9 WHERE id = $1'),
      {},
    ],
    [
      'a send below a threshold that was reported',
      update('UPDATE tenants SET low_credit_threshold = 20, low_credit_at = now() WHERE id = $1'),
      {},
    ],
    ['a send under an Idempotency-Key', async () => {}, { idempotency: { key: 'k', bodyHash: 'aa' } }],
    ['the account with the newest conversation', () => addSecondAccount(), {}],
    [
      'the account with the named id',
      async () => {
        await addSecondAccount(NAMED);
        await tenant.customerWrote('wa', TO, { at: new Date(Date.now() + 2000) });
      },
      { from: NAMED },
    ],
  ])('%s', async (_, change, given) => {
    await change();
    const { plain, decided } = await reserveBoth(makeItem(given));
    expect(plain).not.toBeNull();
    expect(plain).toEqual(decided);
  });
});

describe('is not reserved by a comparison', () => {
  test.each<[string, () => Promise<unknown>, GivenSend, unknown]>([
    [
      'a text 24 hours after the last message',
      update(
        `UPDATE conversations SET last_inbound_at = timestamptz '${HAPPENED_AT.toISOString()}' - interval '24 hours'
          WHERE tenant_id = $1`,
      ),
      { happenedAt: HAPPENED_AT },
      'window_closed',
    ],
    [
      'a text to a person who never wrote',
      update('UPDATE conversations SET last_inbound_at = NULL WHERE tenant_id = $1'),
      {},
      'window_closed',
    ],
    ['a stranger', async () => {}, { to: '+4917777799999' }, 'window_closed'],
    ['a send over the balance', async () => {}, { price: '10.000001' }, 'insufficient_balance'],
    [
      'a send of an inactive tenant',
      update(`UPDATE tenants SET status = 'inactive' WHERE id = $1`),
      {},
      'insufficient_balance',
    ],
    [
      'a send from a disconnected account',
      update(`UPDATE channel_accounts SET status = 'disconnected' WHERE tenant_id = $1`),
      {},
      'not_connected',
    ],
    ['a send from an account that is not named', async () => {}, { from: 'nobody' }, 'invalid_from'],
    [
      'a send that crosses the threshold of low credit',
      update('UPDATE tenants SET low_credit_threshold = 9.5 WHERE id = $1'),
      {},
      expect.anything(),
    ],
    ['a template to a person who opted out', optOut, { template: { name: 't', language: 'en' } }, 'unchecked_template'],
    [
      'a send that may have to pause a bot',
      update(
        `INSERT INTO bots (tenant_id, name, enabled, key_mode, provider, model, instructions, trigger, caps, tool_secret,
                           pause_on_api, created_at, updated_at)
         VALUES ($1, 'b', true, 'own', 'openai', 'm', '', '{}', '{}', 'x', true, now(), now())`,
      ),
      {},
      expect.anything(),
    ],
  ])('%s', async (_, change, given, decided) => {
    await change();
    expect(await reserveBoth(makeItem(given))).toEqual({ plain: null, decided });
  });
});

describe('a known recipient', () => {
  const send = (key?: string) => tenant.send({ channel: 'wa', to: TO, message: 'x' }, key === undefined ? {} : { key });
  beforeEach(() => send());

  test('gets the send in the same conversation, paid and kept under its Idempotency-Key', async () => {
    const answer = await send('again');
    expect((await tenant.messages()).map((one) => [one.status, one.conversation_id])).toEqual([
      ['sent', conversation],
      ['sent', conversation],
    ]);
    expect(await tenant.balance()).toEqual({ balance: 8, ledger: 8 });
    const repeated = await tenant.sendWithMeta({ channel: 'wa', to: TO, message: 'x' }, { key: 'again' });
    expect(repeated).toEqual({ output: answer, meta: { replayed: true } });
    expect(await tenant.balance()).toEqual({ balance: 8, ledger: 8 });
  });

  test('gets one of 20 concurrent sends under one Idempotency-Key', async () => {
    const ended = await Promise.allSettled(Array.from({ length: 20 }, () => send('crowd')));
    const ids = ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value.messageId] : []));
    const codes = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
    expect(new Set(ids).size).toBe(1);
    expect(codes.every((code) => code === 'idempotency_in_progress')).toBe(true);
    expect(await tenant.balance()).toEqual({ balance: 8, ledger: 8 });
  });

  test('gets as many of 30 concurrent sends as the balance covers', async () => {
    const ended = await Promise.allSettled(Array.from({ length: 30 }, () => send()));
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
    expect(await tenant.balance()).toEqual({ balance: 0, ledger: 0 });
  });
});

test('batches of two processes on one tenant pay for each send once', async () => {
  await system.rows('UPDATE tenants SET balance = 1000 WHERE id = $1', tenant.id);
  const replicas = Array.from({ length: 40 }, (_, n) =>
    db.transaction((sql) =>
      sendNow(sql, writePlainSends(expectSends(Array.from({ length: (n % 3) + 1 }, () => makeItem())))),
    ),
  );
  const sent = (await Promise.all(replicas)).reduce((count, reserved) => count + reserved.size, 0);
  expect(sent).toBe(79);
  expect((await tenant.balance()).balance).toBe(1000 - sent);
});
