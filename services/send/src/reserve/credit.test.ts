import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';

let system: OpenSend;
beforeAll(async () => {
  system = await openSend({ PARLEY_PRICES: 'tg=0.1', PARLEY_PROVIDER_TIMEOUT_MS: '20000' });
});
afterAll(() => system[Symbol.asyncDispose]());

const template = { name: 'hello_world', language: 'en_US' };

test('of 200 concurrent sends with credit for 50 exactly 50 are accepted, and the balance equals the ledger’s sum', async () => {
  const tenant = await system.addTenant({ balance: 50 });
  const sends = Array.from({ length: 200 }, (_, n) =>
    tenant.send({ channel: 'wa', to: `+4915100000${String(n).padStart(3, '0')}`, template }),
  );
  const ended = await Promise.allSettled(sends);
  const refused = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
  expect(refused).toHaveLength(150);
  expect(new Set(refused)).toEqual(new Set(['insufficient_balance']));
  expect(await tenant.balance()).toEqual({ balance: 0, ledger: 0 });
  expect(await tenant.messages()).toHaveLength(50);
  expect(await tenant.events('message.sent')).toHaveLength(50);
});

test('a refused send leaves no message, contact, conversation or credit movement', async () => {
  const tenant = await system.addTenant({ balance: 0 });
  await expect(tenant.send({ channel: 'wa', to: '+4915200000001', template })).rejects.toMatchObject({
    code: 'insufficient_balance',
  });
  const [left] = await system.rows<{ n: number }>(
    `SELECT (SELECT count(*) FROM messages WHERE tenant_id = $1) + (SELECT count(*) FROM contacts WHERE tenant_id = $1)
          + (SELECT count(*) FROM conversations WHERE tenant_id = $1)
          + (SELECT count(*) FROM credit_ledger WHERE tenant_id = $1 AND kind <> 'top_up') AS n`,
    tenant.id,
  );
  expect(Number(left?.n)).toBe(0);
});

test('a provider’s refusal refunds the credit, with a row in the ledger', async () => {
  const tenant = await system.addTenant({ balance: 3 });
  await expect(
    tenant.send({ channel: 'wa', to: '+4915200000002', template: { name: 'nowhere', language: 'en' } }),
  ).rejects.toMatchObject({ code: 'graph_error' });
  expect(await tenant.balance()).toEqual({ balance: 3, ledger: 3 });
  const movements = await system.rows<{ kind: string; amount: string }>(
    `SELECT kind, amount FROM credit_ledger WHERE tenant_id = $1 AND kind <> 'top_up' ORDER BY id`,
    tenant.id,
  );
  expect(movements.map(({ kind, amount }) => [kind, Number(amount)])).toEqual([
    ['reserve', -1],
    ['refund', 1],
  ]);
});

test('prices are decimals: ten sends at 0.1 cost exactly 1', async () => {
  const tenant = await system.addTenant({ balance: 1 });
  for (let n = 0; n < 10; n++) await tenant.send({ channel: 'tg', to: '600', message: `n${n}` });
  expect(await tenant.balance()).toEqual({ balance: 0, ledger: 0 });
  await expect(tenant.send({ channel: 'tg', to: '600', message: 'no' })).rejects.toMatchObject({
    code: 'insufficient_balance',
  });
});

test('many tenants in one batch each pay for their own sends only', async () => {
  const [rich, poor, other] = await Promise.all([
    system.addTenant({ balance: 100 }),
    system.addTenant({ balance: 2 }),
    system.addTenant({ balance: 7 }),
  ]);
  const sends = Array.from({ length: 30 }, (_, n) =>
    [rich, poor, other].map((tenant) =>
      tenant.send({ channel: 'wa', to: `+4915300000${String(n).padStart(3, '0')}`, template }),
    ),
  );
  await Promise.allSettled(sends.flat());
  expect(await rich.balance()).toEqual({ balance: 70, ledger: 70 });
  expect(await poor.balance()).toEqual({ balance: 0, ledger: 0 });
  expect(await other.balance()).toEqual({ balance: 0, ledger: 0 });
});

test('an inactive account sends nothing, whatever its balance', async () => {
  const tenant = await system.addTenant({ balance: 5 });
  await system.rows(`UPDATE tenants SET status = 'inactive' WHERE id = $1`, tenant.id);
  await expect(tenant.send({ channel: 'tg', to: '601', message: 'x' })).rejects.toMatchObject({
    code: 'insufficient_balance',
  });
  expect(await tenant.balance()).toEqual({ balance: 5, ledger: 5 });
});

test('fifty concurrent sends that cross a credit threshold notify its recipients once, and again after a top-up', async () => {
  const tenant = await system.addTenant({ balance: 60 });
  await system.rows('UPDATE tenants SET low_credit_threshold = 30 WHERE id = $1', tenant.id);
  await system.rows(
    `INSERT INTO recipients (tenant_id, name, language, time_zone, created_at) VALUES ($1, 'Ann', 'en', 'UTC', now())`,
    tenant.id,
  );
  const reported = async () =>
    (
      await system.rows<{ data: { balance: string; threshold: string } }>(
        `SELECT data FROM notification_facts WHERE tenant_id = $1 AND kind = 'low_credit' ORDER BY id`,
        tenant.id,
      )
    ).map(({ data }) => data);
  const sendMany = (count: number, prefix: string) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        tenant.send({ channel: 'wa', to: `+4915300${prefix}${String(n).padStart(3, '0')}`, template }),
      ),
    );
  await sendMany(50, '1');
  expect(await tenant.balance()).toMatchObject({ balance: 10 });
  expect(await reported()).toMatchObject([{ threshold: '30' }]);
  await sendMany(5, '2');
  expect(await reported()).toHaveLength(1);
  await system.rows('UPDATE tenants SET balance = balance + 30, low_credit_at = NULL WHERE id = $1', tenant.id);
  await sendMany(10, '3');
  expect(await reported()).toHaveLength(2);
});
