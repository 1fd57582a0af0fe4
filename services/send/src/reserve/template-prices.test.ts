import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { cancelMessage } from '../../test/scheduled.ts';
import { makeStranger, type TestTenant } from '../../test/test-tenant.ts';

// Templates are priced by category (docs/reference/credit.md#price).
let system: OpenSend;
beforeAll(async () => {
  system = await openSend({ PARLEY_PRICES: 'wa=1,wa.marketing=3,wa.utility=0.5' });
});
afterAll(() => system[Symbol.asyncDispose]());

const template = { name: 'order_update', language: 'en', variables: ['Ann', '#1'] };

const list = (tenant: TestTenant, categories: Record<string, string>) =>
  system.rows(
    `INSERT INTO listed_templates (channel_account_id, tenant_id, approved_names, categories, listed_at)
     VALUES ($1, $2, '{}', $3, now())
     ON CONFLICT (channel_account_id) DO UPDATE SET categories = excluded.categories`,
    tenant.wa,
    tenant.id,
    JSON.stringify(categories),
  );

const movementsOf = async (tenant: TestTenant) =>
  (
    await system.rows<{ kind: string; amount: string; category: string | null }>(
      `SELECT kind, amount, category FROM credit_ledger WHERE tenant_id = $1 AND kind <> 'top_up' ORDER BY id`,
      tenant.id,
    )
  ).map(({ kind, amount, category }) => [kind, Number(amount), category]);

test.each([
  ['MARKETING', 3],
  ['UTILITY', 0.5],
  ['AUTHENTICATION', 1],
  [null, 1],
])('a template of category %s costs %d, and the ledger names the category', async (category, price) => {
  const tenant = await system.addTenant({ balance: 10 });
  if (category !== null) await list(tenant, { 'order_update/en': category, 'order_update/ar': 'OTHER' });
  await tenant.send({ channel: 'wa', to: makeStranger(), template });
  expect(await movementsOf(tenant)).toEqual([['reserve', -price, category]]);
  expect(await tenant.balance()).toEqual({ balance: 10 - price, ledger: 10 - price });
});

test('the category of the account that sends counts, not that of another', async () => {
  const [tenant, other] = [await system.addTenant({ balance: 10 }), await system.addTenant({ balance: 10 })];
  await list(other, { 'order_update/en': 'MARKETING' });
  await list(tenant, { 'order_update/en': 'UTILITY' });
  await tenant.send({ channel: 'wa', to: makeStranger(), template });
  expect(await movementsOf(tenant)).toEqual([['reserve', -0.5, 'UTILITY']]);
});

test('a repeat to a known recipient is priced by the category that was listed since', async () => {
  const tenant = await system.addTenant({ balance: 10 });
  const to = makeStranger();
  await list(tenant, { 'order_update/en': 'UTILITY' });
  await tenant.send({ channel: 'wa', to, template });
  await list(tenant, { 'order_update/en': 'MARKETING' });
  await tenant.send({ channel: 'wa', to, template });
  expect(await movementsOf(tenant)).toEqual([
    ['reserve', -0.5, 'UTILITY'],
    ['reserve', -3, 'MARKETING'],
  ]);
});

test('too little credit for its category is insufficient_balance, and nothing is written', async () => {
  const tenant = await system.addTenant({ balance: 2 });
  await list(tenant, { 'order_update/en': 'MARKETING' });
  await expect(tenant.send({ channel: 'wa', to: makeStranger(), template })).rejects.toMatchObject({
    code: 'insufficient_balance',
  });
  expect(await movementsOf(tenant)).toEqual([]);
});

test('a repeat of an Idempotency-Key pays once', async () => {
  const tenant = await system.addTenant({ balance: 10 });
  await list(tenant, { 'order_update/en': 'MARKETING' });
  const to = makeStranger();
  for (const _again of [1, 2]) await tenant.send({ channel: 'wa', to, template }, { key: 'once' });
  expect(await movementsOf(tenant)).toEqual([['reserve', -3, 'MARKETING']]);
});

test('a refusal refunds the price, and names its category', async () => {
  const tenant = await system.addTenant({ balance: 10 });
  const to = makeStranger();
  await list(tenant, { 'order_update/en': 'MARKETING' });
  await system.fault({ provider: 'wa', mode: 'error', code: 131026, match: { to: to.slice(1) } });
  await expect(tenant.send({ channel: 'wa', to, template })).rejects.toMatchObject({ code: 'graph_error' });
  expect(await movementsOf(tenant)).toEqual([
    ['reserve', -3, 'MARKETING'],
    ['refund', 3, 'MARKETING'],
  ]);
  expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
});

test('an unknown outcome refunds the reserved amount, whatever the category is by then', async () => {
  const tenant = await system.addTenant({ balance: 10 });
  const to = makeStranger();
  await list(tenant, { 'order_update/en': 'MARKETING' });
  await system.fault({ provider: 'wa', mode: 'hang', match: { to: to.slice(1) } });
  await expect(tenant.send({ channel: 'wa', to, template })).rejects.toMatchObject({ code: 'provider_timeout' });
  await list(tenant, { 'order_update/en': 'UTILITY' });
  await system.sweepAt(new Date(Date.now() + 3_600_000));
  expect(await movementsOf(tenant)).toEqual([
    ['reserve', -3, 'MARKETING'],
    ['refund', 3, 'MARKETING'],
  ]);
  expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
});

test('a scheduled template has the price of its category when it is scheduled, and a cancellation refunds that price', async () => {
  const tenant = await system.addTenant({ balance: 10 });
  await list(tenant, { 'order_update/en': 'MARKETING' });
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const { messageId } = await tenant.send({ channel: 'wa', to: makeStranger(), template, sendAt });
  await list(tenant, { 'order_update/en': 'UTILITY' });
  await cancelMessage(system, tenant, messageId, 'wa');
  expect(await movementsOf(tenant)).toEqual([
    ['reserve', -3, 'MARKETING'],
    ['refund', 3, 'MARKETING'],
  ]);
  expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
});
