import { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import { AppError } from '@parley/common/errors';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { inHours } from '../../test/scheduled.ts';
import { makeStranger, type TestTenant } from '../../test/test-tenant.ts';

const TEMPLATE = { name: 'order_update', language: 'en', variables: ['Ann', '7'] };

let system: OpenSend;
/** The category by the list of templates; null: the list does not have it. */
let category: string | null;
let isListAway: boolean;
let asked: unknown[];
/** When the callers of the list stop waiting, in ms since the epoch. */
let deadlines: number[];
/** Runs while a category is looked up. */
let meanwhile: (() => Promise<unknown>) | null;
beforeAll(async () => {
  system = await openSend();
  await system.startTemplates(async (input, { deadlineAt }) => {
    asked.push(input);
    deadlines.push(deadlineAt);
    const listed = category;
    await meanwhile?.();
    if (isListAway) throw new AppError('provider_timeout');
    return listed;
  });
});
afterAll(() => system[Symbol.asyncDispose]());

let tenant: TestTenant;
let to: string;
beforeEach(async () => {
  tenant = await system.addTenant({ balance: 10 });
  to = makeStranger();
  asked = [];
  deadlines = [];
  category = 'MARKETING';
  isListAway = false;
  meanwhile = null;
});

const optOut = (isOptedOut = true) =>
  system.rows(
    `INSERT INTO consents (contact_id, tenant_id, opted_out, by, decided_at)
     SELECT contact_id, tenant_id, $3, 'customer', now() FROM contact_addresses WHERE tenant_id = $1 AND address = $2
     ON CONFLICT (contact_id) DO UPDATE SET opted_out = excluded.opted_out`,
    tenant.id,
    to,
    isOptedOut,
  );
const sendTemplate = (given: object = {}) => tenant.send({ channel: 'wa', to, template: TEMPLATE, ...given });
const answerWithTemplate = (id: number) =>
  system.bus.call(sendFromDashboard, { slug: tenant.slug, id, template: TEMPLATE }, { requestId: 'req_test' });

describe('to a person who opted out', () => {
  let conversation: number;
  beforeEach(async () => {
    conversation = await tenant.customerWrote('wa', to);
  });

  test.each(['MARKETING', null])(
    'a template of category %s is refused, and nothing is stored or charged',
    async (listed) => {
      category = listed;
      await optOut();
      await expect(sendTemplate()).rejects.toMatchObject({ code: 'opted_out' });
      expect(await tenant.messages()).toEqual([]);
      expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
      expect(await system.accepted(to)).toEqual([]);
    },
  );

  test('marketing is refused on the path of known recipients too', async () => {
    await sendTemplate();
    await sendTemplate();
    expect(asked).toEqual([]);
    await optOut();
    for (const _again of [1, 2]) await expect(sendTemplate()).rejects.toMatchObject({ code: 'opted_out' });
    expect(await tenant.messages()).toHaveLength(2);
    await optOut(false);
    await sendTemplate();
    expect(await tenant.messages()).toHaveLength(3);
  });

  test('a refusal does not use up its Idempotency-Key', async () => {
    await optOut();
    const send = () => tenant.send({ channel: 'wa', to, template: TEMPLATE }, { key: 'once' });
    await expect(send()).rejects.toMatchObject({ code: 'opted_out' });
    await optOut(false);
    expect(await send()).toMatchObject({ template: 'order_update' });
  });

  test('texts and other templates are still sent, each paid once', async () => {
    await optOut();
    await tenant.send({ channel: 'wa', to, message: 'Your parcel is here' });
    category = 'UTILITY';
    expect(await sendTemplate()).toMatchObject({ template: 'order_update', delivery: 'sent' });
    expect((await system.accepted(to)).length).toBe(2);
    expect(await tenant.balance()).toEqual({ balance: 8, ledger: 8 });
    expect(asked).toEqual([
      { tenantId: tenant.id, externalId: expect.any(String), name: 'order_update', language: 'en' },
    ]);
  });

  test('marketing is refused by the account that sends, where another one is chosen during the check', async () => {
    await optOut();
    category = 'UTILITY';
    const externalId = '990000000000077';
    meanwhile = async () => {
      meanwhile = null;
      category = 'MARKETING';
      const account = await system.addWaAccount(tenant.id, externalId, 'Second', '+4915700000077');
      await tenant.customerWrote('wa', to, { account, at: new Date(Date.now() + 1000) });
    };
    await expect(sendTemplate()).rejects.toMatchObject({ code: 'opted_out' });
    expect(asked).toMatchObject([{}, { externalId }]);
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
  });

  test('a template is checked before the deadline of its send', async () => {
    await optOut();
    category = 'UTILITY';
    const before = Date.now();
    await tenant.send({ channel: 'wa', to, template: TEMPLATE }, { deadlineMs: 9000 });
    expect(deadlines).toHaveLength(1);
    expect(deadlines[0]).toBeLessThan(before + 9000);
  });

  test('nothing is sent while the list of templates is unavailable', async () => {
    await optOut();
    isListAway = true;
    await expect(sendTemplate()).rejects.toMatchObject({ code: 'provider_timeout' });
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
  });

  test('marketing from the console is refused in their conversation', async () => {
    await optOut();
    await expect(answerWithTemplate(conversation)).rejects.toMatchObject({ code: 'opted_out' });
    category = 'UTILITY';
    expect(await answerWithTemplate(conversation)).toMatchObject({ to });
  });

  test('marketing is refused in a conversation whose contact was merged into another', async () => {
    await optOut();
    await system.rows(
      `WITH left_behind AS (INSERT INTO contacts (tenant_id, channel) VALUES ($1, 'wa') RETURNING id)
       UPDATE conversations SET contact_id = left_behind.id FROM left_behind WHERE conversations.id = $2`,
      tenant.id,
      conversation,
    );
    await expect(answerWithTemplate(conversation)).rejects.toMatchObject({ code: 'opted_out' });
  });
});

describe('to a person who hides the number', () => {
  const SCOPED = 'US.13491208655302741918';
  beforeEach(async () => {
    to = SCOPED;
    await tenant.customerWrote('wa', SCOPED);
  });

  test('an authentication template is refused with a clear error, and nothing is charged', async () => {
    category = 'AUTHENTICATION';
    for (const _again of [1, 2])
      await expect(sendTemplate()).rejects.toMatchObject({
        code: 'invalid_to',
        message: expect.stringContaining('phone number'),
      });
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
    expect(await tenant.messages()).toEqual([]);
  });

  test('marketing is refused where the person opts out during the check', async () => {
    meanwhile = async () => {
      meanwhile = null;
      await optOut();
    };
    await expect(sendTemplate()).rejects.toMatchObject({ code: 'opted_out' });
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
  });

  test.each([
    ['of another category', 'UTILITY', false],
    ['while the list of templates is away', 'AUTHENTICATION', true],
  ])('a template %s is sent', async (_, listed, isAway) => {
    category = listed;
    isListAway = isAway;
    expect(await sendTemplate()).toMatchObject({ to: SCOPED, delivery: 'sent' });
    expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
  });
});

describe('a scheduled template', () => {
  async function leave(messageId: string) {
    system.setNow(inHours(2));
    try {
      return await pollUntil(
        async () => {
          const message = await tenant.lookUp(messageId);
          return ['scheduled', 'sending'].includes(message.status) ? null : message;
        },
        { what: () => 'the scheduled message to leave' },
      );
    } finally {
      system.setNow(null);
    }
  }
  const schedule = () => sendTemplate({ sendAt: inHours(1).toISOString() });

  test('of marketing fails at its time for a person who has opted out by then, and is refunded', async () => {
    const { messageId } = await schedule();
    expect((await tenant.balance()).balance).toBe(9);
    await optOut();
    expect(await leave(messageId)).toMatchObject({ status: 'failed', error: { code: 'opted_out' } });
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
    expect((await tenant.events('message.status')).map(({ data }) => data.status)).toEqual(['failed']);
    expect(await system.accepted(to)).toEqual([]);
  });

  test('of another category is sent, and so is marketing to a person who opted in again', async () => {
    await tenant.customerWrote('wa', to);
    await optOut();
    const other = await schedule();
    category = 'UTILITY';
    expect(await leave(other.messageId)).toMatchObject({ status: 'sent' });
    category = 'MARKETING';
    const marketing = await schedule();
    await optOut(false);
    expect(await leave(marketing.messageId)).toMatchObject({ status: 'sent' });
  });
});
