import { recordAudit } from '@parley/common/contracts/internal/console-session';
import { createTenant } from '@parley/common/contracts/operator/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenAccounts, openAccounts } from '../../test/open-accounts.ts';
import { dropOldAuditEntries } from './drop-old-audit-entries.ts';

const NOON = new Date('2030-03-01T12:00:00.000Z');
const DAY = new Date('2030-03-01T00:00:00.000Z');
const MOST = 20_000;
const VISITOR = { address: '127.0.0.1', network: null, userAgent: 'test' };

let accounts: OpenAccounts;
beforeAll(async () => {
  accounts = await openAccounts();
  await accounts.call(createTenant, { slug: 'shop' });
  accounts.setNow(NOON);
});
afterAll(() => accounts[Symbol.asyncDispose]());

const record = (memberId: string | null) =>
  accounts.bus.call(
    recordAudit,
    { action: 'add-note', input: {} },
    {
      requestId: 'req_test',
      visitor: VISITOR,
      member: {
        sessionId: 'ses_1',
        memberId,
        roles: [memberId === null ? 'operator' : 'agent'],
        tenantId: 1,
        tenantSlug: 'shop',
      },
    },
  );
const used = (actor: string) =>
  accounts.database.db.prisma.auditCount.create({ data: { actor, day: DAY, entries: MOST - 1 } });
const entriesOf = (memberId: string) => accounts.database.db.prisma.auditEntry.count({ where: { memberId } });

// docs/reference/console.md#limits-of-members
test('a member makes at most 20,000 recorded changes a day, and a further one is refused until the day ends and not recorded', async () => {
  await used('mem_busy');
  await record('mem_busy');
  for (let more = 0; more < 3; more++)
    await expect(record('mem_busy')).rejects.toMatchObject({
      code: 'rate_limited',
      extras: { retry_after: 12 * 3600 },
    });
  expect(await entriesOf('mem_busy')).toBe(1);
});

test('50 changes at the limit are decided one after another', async () => {
  await accounts.database.db.prisma.auditCount.create({ data: { actor: 'mem_fast', day: DAY, entries: MOST - 7 } });
  await Promise.allSettled(Array.from({ length: 50 }, () => record('mem_fast')));
  expect(await entriesOf('mem_fast')).toBe(7);
});

test('it bounds a key, but neither another member nor the operator', async () => {
  await used('ins_busy');
  const asKey = () =>
    accounts.bus.call(
      recordAudit,
      { action: 'set-webhook', input: {} },
      {
        requestId: 'req_test',
        visitor: VISITOR,
        caller: { tenantId: 1, tenantSlug: 'shop', instanceId: 'ins_busy', channels: [] },
      },
    );
  await asKey();
  await expect(asKey()).rejects.toMatchObject({ code: 'rate_limited' });
  await record('mem_other');
  await record(null);
});

test('the next day begins at zero, and the counts of earlier days are dropped', async () => {
  accounts.setNow(new Date('2030-03-02T00:00:00.000Z'));
  await record('mem_busy');
  while (await dropOldAuditEntries(accounts.service));
  expect(await accounts.database.db.prisma.auditCount.count({ where: { day: DAY } })).toBe(0);
  expect(await entriesOf('mem_busy')).toBe(2);
});
