import { recordAudit, recordRead } from '@parley/common/contracts/internal/console-session';
import { createTenant } from '@parley/common/contracts/operator/tenants';
import { expect, test } from 'vitest';
import { openAccounts } from '../../test/open-accounts.ts';

const NOON = new Date('2030-03-01T12:00:00.000Z');
const DAY = new Date('2030-03-01T00:00:00.000Z');
const READER = 'ins_reader';
const CONTEXT = {
  requestId: 'req_test',
  visitor: { address: '127.0.0.1', network: null, userAgent: 'test' },
  caller: { tenantId: 1, tenantSlug: 'shop', instanceId: READER, channels: [] },
};

// docs/reference/reading.md#audit
test('a read is an entry of the key, is counted apart from its changes, and beyond the limit is left out', async () => {
  await using accounts = await openAccounts();
  await accounts.call(createTenant, { slug: 'shop' });
  accounts.setNow(NOON);
  const { prisma } = accounts.database.db;
  const read = (conversationId: number) =>
    accounts.bus.call(recordRead, { action: 'messages', input: { conversation_id: conversationId } }, CONTEXT);
  await read(7);
  await prisma.auditCount.updateMany({ where: { day: DAY }, data: { entries: 20_000 } });
  await read(8);
  await accounts.bus.call(recordAudit, { action: 'set-webhook', input: {} }, CONTEXT);
  expect(await prisma.auditEntry.findMany({ where: { instanceId: READER }, orderBy: { id: 'asc' } })).toMatchObject([
    { actor: 'key', action: 'messages', input: { conversation_id: 7 }, outcome: 'done', tenantId: 1, at: NOON },
    { actor: 'key', action: 'set-webhook', outcome: null },
  ]);
});
