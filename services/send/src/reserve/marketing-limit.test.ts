import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { inHours } from '../../test/scheduled.ts';
import { makeStranger, type TestTenant } from '../../test/test-tenant.ts';

const TEMPLATE = { name: 'order_update', language: 'en', variables: ['Ann', '7'] };
const DAY_MS = 24 * 3_600_000;

let system: OpenSend;
let category: string | null;
beforeAll(async () => {
  system = await openSend();
  await system.startTemplates(async () => category);
});
afterAll(() => system[Symbol.asyncDispose]());

let tenant: TestTenant;
let to: string;
beforeEach(async () => {
  tenant = await system.addTenant({ balance: 10 });
  to = makeStranger();
  category = 'MARKETING';
  await tenant.customerWrote('wa', to);
});

const sendTemplate = (given: object = {}) => tenant.send({ channel: 'wa', to, template: TEMPLATE, ...given });
/** The platform refuses a marketing message to the person. */
const reachLimit = async () => {
  await system.fault({ provider: 'wa', mode: 'error', code: 131049, match: { to } });
  await expect(sendTemplate()).rejects.toMatchObject({ code: 'graph_error', extras: { provider: { code: 131049 } } });
};
const callsOf = async () => (await tenant.messages()).length;

test('marketing to a person whose limit is reached is refused before the network, and says until when', async () => {
  const before = Date.now();
  await reachLimit();
  const calls = await callsOf();
  for (const _again of [1, 2])
    await expect(sendTemplate()).rejects.toMatchObject({
      code: 'marketing_limited',
      extras: { body: { until: expect.stringMatching(/^20/) } },
    });
  const [{ held } = { held: null }] = await system.rows<{ held: Date | null }>(
    'SELECT marketing_held_until AS held FROM consents WHERE tenant_id = $1',
    tenant.id,
  );
  expect(held?.getTime()).toBeGreaterThanOrEqual(before + DAY_MS);
  expect(await callsOf()).toBe(calls);
  expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
});

test('texts, other templates and unknown categories are still sent', async () => {
  await reachLimit();
  await tenant.send({ channel: 'wa', to, message: 'Your parcel is here' });
  for (const listed of ['UTILITY', null]) {
    category = listed;
    expect(await sendTemplate()).toMatchObject({ template: 'order_update' });
  }
  expect(await tenant.balance()).toEqual({ balance: 7, ledger: 7 });
});

test('marketing is sent again after a day', async () => {
  await reachLimit();
  system.setNow(new Date(Date.now() + DAY_MS + 60_000));
  try {
    expect(await sendTemplate()).toMatchObject({ template: 'order_update' });
  } finally {
    system.setNow(null);
  }
});

test('another refusal is not remembered', async () => {
  await system.fault({ provider: 'wa', mode: 'error', code: 131026, match: { to } });
  await expect(sendTemplate()).rejects.toMatchObject({ code: 'graph_error' });
  expect(await sendTemplate()).toMatchObject({ template: 'order_update' });
});

test('a scheduled template fails at its time, and is refunded', async () => {
  const { messageId } = await sendTemplate({ sendAt: inHours(1).toISOString() });
  await reachLimit();
  system.setNow(inHours(2));
  try {
    const left = await pollUntil(
      async () => {
        const message = await tenant.lookUp(messageId);
        return ['scheduled', 'sending'].includes(message.status) ? null : message;
      },
      { what: () => 'the scheduled message to leave' },
    );
    expect(left).toMatchObject({ status: 'failed', error: { code: 'marketing_limited' } });
  } finally {
    system.setNow(null);
  }
});
