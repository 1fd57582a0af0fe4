import { status } from '@parley/common/contracts/account/status';
import {
  addCredit,
  createTenant,
  getTenant,
  listTenants,
  updateTenant,
} from '@parley/common/contracts/operator/tenants';
import { keyChanged } from '@parley/common/hints';
import { makeTestBot } from '@parley/testing/factories/test-bot';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenAccounts, openAccounts } from '../../test/open-accounts.ts';

let accounts: OpenAccounts;
beforeAll(async () => {
  accounts = await openAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const ledgerOf = async (slug: string) => {
  const { rows } = await accounts.database.db.query<{ amount: string; kind: string; note: string | null }>({
    text: `SELECT l.amount::text, l.kind, l.note FROM credit_ledger l JOIN tenants t ON t.id = l.tenant_id
            WHERE t.slug = $1 ORDER BY l.id`,
    values: [slug],
  });
  return rows;
};

describe('a tenant', () => {
  test('is created with defaults, and its slug is taken from then on', async () => {
    const made = await accounts.call(createTenant, { slug: 'acme' });
    expect(made).toMatchObject({ slug: 'acme', name: 'acme', plan: 'standard', status: 'active', balance: 0 });
    await expect(accounts.call(createTenant, { slug: 'acme', name: 'Other' })).rejects.toMatchObject({
      code: 'slug_taken',
    });
    expect(await accounts.call(getTenant, { slug: 'acme' })).toEqual(made);
    expect(await ledgerOf('acme')).toEqual([]);
  });

  test('opens with its credit in the ledger', async () => {
    expect(await accounts.call(createTenant, { slug: 'rich', balance: '10.123456' })).toMatchObject({
      balance: 10.123456,
    });
    expect(await ledgerOf('rich')).toEqual([{ amount: '10.123456', kind: 'top_up', note: 'Opening credit' }]);
  });

  test('that does not exist is unknown_tenant for every operation', async () => {
    const unknown = { code: 'unknown_tenant' };
    await expect(accounts.call(getTenant, { slug: 'nobody' })).rejects.toMatchObject(unknown);
    await expect(accounts.call(updateTenant, { slug: 'nobody', name: 'x' })).rejects.toMatchObject(unknown);
    await expect(accounts.call(addCredit, { slug: 'nobody', amount: '1' })).rejects.toMatchObject(unknown);
  });

  test('changes only the given fields, and every gateway is notified', async () => {
    const hinted: (string | null)[] = [];
    const subscription = accounts.bus.onHint(keyChanged, ({ instanceId }) => hinted.push(instanceId));
    await accounts.call(createTenant, { slug: 'changing', name: 'Before', plan: 'starter' });
    expect(await accounts.call(updateTenant, { slug: 'changing', status: 'inactive' })).toMatchObject({
      name: 'Before',
      plan: 'starter',
      status: 'inactive',
    });
    expect(await accounts.call(updateTenant, { slug: 'changing', plan: 'enterprise' })).toMatchObject({
      name: 'Before',
      plan: 'enterprise',
      status: 'inactive',
    });
    await pollUntil(() => (hinted.length === 2 ? true : null), { what: () => 'two hints' });
    expect(hinted).toEqual([null, null]);
    await subscription.drain();
  });

  test('is listed by cursor without gaps and repeats, even while tenants are added', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await accounts.call(createTenant, { slug: `walk-${name}` });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { slug: string }[]; nextCursor: string | null } = await accounts.call(listTenants, {
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      });
      if (cursor === null) await accounts.call(createTenant, { slug: 'walk-late' });
      seen.push(...page.items.map(({ slug }) => slug));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((slug) => slug.startsWith('walk-'))).toEqual([
      'walk-a',
      'walk-b',
      'walk-c',
      'walk-d',
      'walk-e',
      'walk-late',
    ]);
  });

  test('a forged cursor is invalid_cursor', async () => {
    for (const cursor of ['x', 'YWZ0ZXI6MA', '../../..', 'after:1'])
      await expect(accounts.call(listTenants, { limit: 2, cursor })).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});

describe('credit', () => {
  test('that is added restarts the bots that stopped for lack of it, and no others', async () => {
    const { prisma } = accounts.database.db;
    await accounts.call(createTenant, { slug: 'botful', balance: '1' });
    const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { slug: 'botful' } });
    const stop = async (stoppedReason: string) => {
      const id = await makeTestBot(accounts.database.db, { tenantId, status: 'stopped' });
      await prisma.bot.update({ where: { id }, data: { stoppedReason } });
    };
    await stop('no_credit');
    await stop('no_key');
    const bots = () =>
      prisma.bot.findMany({
        where: { tenantId },
        select: { status: true, stoppedReason: true },
        orderBy: { id: 'asc' },
      });
    const others = { status: 'stopped', stoppedReason: 'no_key' };
    await accounts.call(addCredit, { slug: 'botful', amount: '-0.5' });
    expect(await bots()).toEqual([{ status: 'stopped', stoppedReason: 'no_credit' }, others]);
    await accounts.call(addCredit, { slug: 'botful', amount: '0.5' });
    expect(await bots()).toEqual([{ status: 'active', stoppedReason: null }, others]);
  });

  test('is exact: tenths add up', async () => {
    await accounts.call(createTenant, { slug: 'exact' });
    expect(await accounts.call(addCredit, { slug: 'exact', amount: '0.1' })).toEqual({ balance: 0.1 });
    expect(await accounts.call(addCredit, { slug: 'exact', amount: '0.2', note: 'gift' })).toEqual({ balance: 0.3 });
    expect(await accounts.call(addCredit, { slug: 'exact', amount: '-0.3' })).toEqual({ balance: 0 });
    expect(await ledgerOf('exact')).toEqual([
      { amount: '0.100000', kind: 'top_up', note: null },
      { amount: '0.200000', kind: 'top_up', note: 'gift' },
      { amount: '-0.300000', kind: 'adjustment', note: null },
    ]);
  });

  test('is never taken below zero, and a refused movement leaves no ledger row', async () => {
    await accounts.call(createTenant, { slug: 'poor', balance: '1' });
    await expect(accounts.call(addCredit, { slug: 'poor', amount: '-1.000001' })).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
    expect(await ledgerOf('poor')).toHaveLength(1);
  });

  test('beyond the range of an account is invalid_amount', async () => {
    await accounts.call(createTenant, { slug: 'vast' });
    const { db } = accounts.database;
    await db.query({ text: `UPDATE tenants SET balance = 99999999999999 WHERE slug = 'vast'` });
    await expect(accounts.call(addCredit, { slug: 'vast', amount: '1' })).rejects.toMatchObject({
      code: 'invalid_amount',
    });
  });

  test('cannot be made negative by any statement', async () => {
    await accounts.call(createTenant, { slug: 'checked', balance: '5' });
    await expect(
      accounts.database.db.query({ text: `UPDATE tenants SET balance = balance - 6 WHERE slug = 'checked'` }),
    ).rejects.toThrow('tenants_balance_not_negative');
  });

  test('stays the sum of the ledger while credits, debits and reservations run at once, and never goes below zero', async () => {
    await accounts.call(createTenant, { slug: 'busy', balance: '20' });
    const { db } = accounts.database;
    // The statement of the send path: balance and ledger at once, refused when the balance does not suffice.
    const reserve = (amount: string) =>
      db.query({
        text: `WITH taken AS (UPDATE tenants SET balance = balance - $1::numeric
                               WHERE slug = 'busy' AND balance >= $1::numeric RETURNING id)
               INSERT INTO credit_ledger (tenant_id, amount, kind) SELECT id, -$1::numeric, 'reserve' FROM taken`,
        values: [amount],
      });
    const amountOf = (n: number) => `${(n * 7) % 11}.${String((n * 7919) % 1_000_000).padStart(6, '0')}`;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 240 }, (_, n) => {
        if (n % 3 === 0) return reserve(amountOf(n));
        return accounts.call(addCredit, { slug: 'busy', amount: n % 3 === 1 ? `-${amountOf(n)}` : amountOf(n) });
      }),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    // On a busy machine some wait too long for the row and change nothing.
    expect(new Set(refusals.filter((code) => code !== 'service_unavailable'))).toEqual(
      new Set(['insufficient_balance']),
    );
    const { rows } = await db.query<{ balance: string; ledger: string }>({
      text: `SELECT t.balance::text, (SELECT sum(amount)::text FROM credit_ledger l WHERE l.tenant_id = t.id) AS ledger
               FROM tenants t WHERE slug = 'busy'`,
    });
    expect(rows[0]?.balance).toBe(rows[0]?.ledger);
    expect(Number(rows[0]?.balance)).toBeGreaterThanOrEqual(0);
  });

  // docs/reference/notifications.md#kinds
  describe('that falls below its threshold', () => {
    async function makeWatched(slug: string, balance: string): Promise<() => Promise<unknown[]>> {
      await accounts.call(createTenant, { slug, balance });
      await accounts.call(updateTenant, { slug, lowCreditThreshold: '10' });
      const { prisma } = accounts.database.db;
      const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { slug } });
      const at = new Date();
      await prisma.recipient.create({
        data: { tenantId, name: 'Ann', language: 'en', timeZone: 'UTC', createdAt: at },
      });
      return async () =>
        (await prisma.notificationFact.findMany({ where: { tenantId }, orderBy: { id: 'asc' } })).map(
          ({ data }) => data,
        );
    }

    test('by an adjustment is reported once, and again after a top-up to the threshold', async () => {
      const reported = await makeWatched('watched', '15');
      await accounts.call(addCredit, { slug: 'watched', amount: '-5' });
      expect(await reported()).toEqual([]);
      await accounts.call(addCredit, { slug: 'watched', amount: '-0.5' });
      expect(await reported()).toEqual([{ balance: '9.5', threshold: '10' }]);
      await accounts.call(addCredit, { slug: 'watched', amount: '-1' });
      await accounts.call(addCredit, { slug: 'watched', amount: '1' });
      expect(await reported()).toHaveLength(1);
      await accounts.call(addCredit, { slug: 'watched', amount: '0.5' });
      await accounts.call(addCredit, { slug: 'watched', amount: '-3' });
      expect(await reported()).toEqual([
        { balance: '9.5', threshold: '10' },
        { balance: '7', threshold: '10' },
      ]);
    });

    test('by many concurrent adjustments is reported once', async () => {
      const reported = await makeWatched('rushed', '30');
      await Promise.all(Array.from({ length: 25 }, () => accounts.call(addCredit, { slug: 'rushed', amount: '-1' })));
      expect(await reported()).toHaveLength(1);
    });

    test('by a change of its threshold, or by a top-up that does not reach it, is not reported', async () => {
      const reported = await makeWatched('low', '3');
      await accounts.call(addCredit, { slug: 'low', amount: '2' });
      expect(await reported()).toEqual([]);
    });

    test('by a refused movement is not reported', async () => {
      const reported = await makeWatched('refused', '12');
      await expect(accounts.call(addCredit, { slug: 'refused', amount: '-13' })).rejects.toMatchObject({
        code: 'insufficient_balance',
      });
      expect(await reported()).toEqual([]);
    });
  });
});

test('status shows instance, channels and the current credit', async () => {
  await accounts.call(createTenant, { slug: 'glance', balance: '12.5' });
  const tenant = await accounts.database.db.prisma.tenant.findUniqueOrThrow({ where: { slug: 'glance' } });
  const caller = {
    tenantId: tenant.id,
    tenantSlug: 'glance',
    instanceId: 'ins_0000000000000000',
    channels: ['wa' as const],
  };
  expect(await accounts.bus.call(status, {}, { requestId: 'req_test', caller })).toEqual({
    ok: true,
    instanceId: 'ins_0000000000000000',
    channels: ['wa'],
    balance: 12.5,
  });
});
