import { CHANNELS } from '@parley/common/channels';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';
import { answerSend } from './answer-send.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend();
  tenant = await system.addTenant();
});
afterAll(() => system[Symbol.asyncDispose]());

/** Sends with a service that runs nothing else; returns the writes to the database of each send. */
function openSender() {
  const { service, writes } = system.openService();
  const { id: tenantId, slug: tenantSlug, instanceId } = tenant;
  const caller = { tenantId, tenantSlug, instanceId, channels: [...CHANNELS] };
  return async (to: string, key?: string): Promise<number> => {
    const before = writes();
    const idempotency = key === undefined ? {} : { idempotency: { key, bodyHash: 'aa' } };
    const context = { requestId: 'req_test', deadlineAt: Date.now() + 30_000, caller, ...idempotency };
    await answerSend(service, { channel: 'wa', to, message: 'counted' }, context);
    return writes() - before;
  };
}

test('a send to a known recipient needs two writes', async () => {
  const to = '+491755550001';
  await tenant.customerWrote('wa', to);
  const send = openSender();
  const [first, ...later] = [await send(to), await send(to), await send(to, 'key-1')];
  expect(first, 'to a recipient that the process does not know yet').toBe(3);
  expect(later, 'one to reserve, one to settle').toEqual([2, 2]);
});
