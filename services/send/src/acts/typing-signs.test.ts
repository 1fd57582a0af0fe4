import { showTyping } from '@parley/common/contracts/internal/show-typing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend();
  tenant = await system.addTenant({ balance: 10 });
});
afterAll(() => system[Symbol.asyncDispose]());

/** A busy machine may exceed the normal timeout of a typing indicator. */
const WITHIN_MS = 45_000;
const show = (conversationId: number, of = tenant, messageId = '1') =>
  system.bus.call(
    showTyping,
    { tenantId: of.id, conversationId, messageId },
    { requestId: 'req_test', deadlineAt: Date.now() + WITHIN_MS },
  );

test('a typing indicator is shown on a connected account of the tenant, and is no message', async () => {
  const conversation = await tenant.customerWrote('tg', '8001');
  await expect.poll(() => show(conversation)).toEqual({ shown: true });
  expect(await system.accepted('8001')).toEqual([]);
  const balance = await system.rows(
    'SELECT 1 FROM credit_ledger WHERE tenant_id = $1 AND kind <> $2',
    tenant.id,
    'top_up',
  );
  expect(balance).toEqual([]);
});

test('a refusal of the provider, another tenant’s conversation and an unknown message on wa cause no error', async () => {
  const conversation = await tenant.customerWrote('tg', '8002');
  await system.fault({ provider: 'tg', mode: 'error', code: 400 });
  expect(await show(conversation)).toEqual({ shown: false });
  expect(await show(conversation, await system.addTenant())).toEqual({ shown: false });
  expect(await show(await tenant.customerWrote('wa', '+16505550001'))).toEqual({ shown: false });
});

test('no indicator is shown on a disconnected account', async () => {
  const conversation = await tenant.customerWrote('tg', '8003');
  await system.rows(
    `UPDATE channel_accounts SET status = 'disconnected' WHERE tenant_id = $1 AND channel = 'tg'`,
    tenant.id,
  );
  expect(await show(conversation)).toEqual({ shown: false });
});
