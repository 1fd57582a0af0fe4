import { PLATFORM_EVENT_TYPES } from '@parley/common/events/event-types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend();
  tenant = await system.addTenant();
  await system.rows(
    `INSERT INTO platform_webhooks (instance_id, tenant_id, url, events, secret)
     VALUES ('plt_hearssends', $1, 'https://platform.example/hook', $2, 'x')`,
    tenant.id,
    [...PLATFORM_EVENT_TYPES],
  );
});
afterAll(() => system[Symbol.asyncDispose]());

test('a send is message-sent once besides message.sent, with the same data, however many are sent concurrently', async () => {
  const to = Array.from({ length: 20 }, (_, index) => `+4917111112${String(index).padStart(2, '0')}`);
  for (const number of to) await tenant.customerWrote('wa', number);
  await Promise.all(to.map((number) => tenant.send({ channel: 'wa', to: number, message: `for ${number}` })));
  const sent = await tenant.events('message.sent');
  const reported = await tenant.events('message-sent');
  expect(reported).toHaveLength(to.length);
  const textsOf = (events: typeof sent) => events.map(({ data }) => JSON.stringify(data)).toSorted();
  expect(textsOf(reported)).toEqual(textsOf(sent));
  expect(await tenant.events('new-conversation-created')).toHaveLength(to.length);
});

test('the first send to a stranger starts a conversation with started_by api, which concurrent sends report once', async () => {
  const [number, template] = ['+491711111999', { name: 'order_update', language: 'en', variables: ['a', 'b'] }];
  const before = (await tenant.events('new-conversation-created')).length;
  await Promise.allSettled(Array.from({ length: 8 }, () => tenant.send({ channel: 'wa', to: number, template })));
  const reported = (await tenant.events('new-conversation-created')).slice(before);
  expect(reported.map(({ data }) => data)).toMatchObject([{ started_by: 'api', conversation: { peer: number } }]);
});
