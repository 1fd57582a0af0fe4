import { listSendingAccounts, startConversation } from '@parley/common/contracts/console/start-conversation';
import type { InputOf } from '@parley/common/define-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { makeStranger, type TestTenant } from '../../test/test-tenant.ts';

// A member writes first: docs/reference/console.md#new-message.
let system: OpenSend;
let tenant: TestTenant;
let from: string;
beforeAll(async () => {
  system = await openSend();
  tenant = await system.addTenant();
  from = await wa(tenant);
});
afterAll(() => system[Symbol.asyncDispose]());

const template = { name: 'order_update', language: 'en', variables: ['Amal', '12'] };

type Role = 'owner' | 'agent';
const contextOf = ({ id, slug }: TestTenant, role: Role) => ({
  requestId: 'req_test',
  member: { sessionId: 'ses_test', roles: [role], memberId: 'mem_0000000000', tenantId: id, tenantSlug: slug },
});
const listed = (of: TestTenant, role: Role = 'owner') => system.bus.call(listSendingAccounts, {}, contextOf(of, role));
const wa = async (of: TestTenant): Promise<string> =>
  (await listed(of)).items.find(({ channel }) => channel === 'wa')?.id ?? '';
const start = (input: Partial<InputOf<typeof startConversation>>, of = tenant, more = {}) =>
  system.bus.call(
    startConversation,
    { channel: 'wa', from, to: makeStranger(), ...input },
    { ...contextOf(of, 'agent'), ...more },
  );

test('a template begins a conversation with a new number, from the dashboard, by the member, at the price of a send', async () => {
  const to = makeStranger();
  const before = await tenant.balance();
  const answer = await start({ to, template });
  expect(answer).toEqual({ channel: 'wa', to, messageId: expect.any(String), conversationId: expect.any(Number) });
  const [message] = (await tenant.messages()).filter(({ id }) => id === answer.messageId);
  expect(message).toMatchObject({ status: 'sent', conversation_id: answer.conversationId });
  const [event] = (await tenant.events('message.sent')).filter(({ data }) => data.message_id === answer.messageId);
  expect(event?.data).toMatchObject({ origin: 'dashboard', conversation_id: answer.conversationId });
  expect((await tenant.balance()).balance).toBe(before.balance - 1);
});

test('a message to a person with a conversation goes there', async () => {
  const to = makeStranger();
  const id = await tenant.customerWrote('wa', to);
  expect((await start({ to, template })).conversationId).toBe(id);
  // The person wrote within 24 hours.
  expect((await start({ to, message: 'Hello' })).conversationId).toBe(id);
});

test('a repeat under one Idempotency-Key sends and charges nothing more, and names the same conversation', async () => {
  const to = makeStranger();
  const before = await tenant.balance();
  const tried = (bodyHash: string) =>
    start({ to, template }, tenant, { idempotency: { key: 'of-a-first-message', bodyHash } });
  const first = await tried('01');
  expect(await tried('01')).toEqual(first);
  await expect(tried('02')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  expect(await system.accepted(to)).toHaveLength(1);
  expect((await tenant.balance()).balance).toBe(before.balance - 1);
});

test('a text to a number that never wrote is refused, and leaves nothing', async () => {
  const before = await tenant.messages();
  await expect(start({ message: 'Hello' })).rejects.toMatchObject({ code: 'no_existing_conversation' });
  await expect(start({ to: '0151', template })).rejects.toMatchObject({ code: 'invalid_to' });
  await expect(start({ from: 'nobody', template })).rejects.toMatchObject({ code: 'invalid_from' });
  expect(await tenant.messages()).toEqual(before);
});

test('an account and a key of another tenant are out of reach', async () => {
  const other = await system.addTenant();
  const to = makeStranger();
  const idempotency = { key: 'of-two-tenants', bodyHash: '01' };
  const first = await start({ to, template }, tenant, { idempotency });
  expect((await listed(other)).items.map(({ id }) => id)).not.toContain(from);
  await expect(start({ to, template }, other)).rejects.toMatchObject({ code: 'invalid_from' });
  const theirs = await start({ to, template, from: await wa(other) }, other, { idempotency });
  expect(theirs.conversationId).not.toBe(first.conversationId);
});

test('the list has the accounts that can write first, the prices, and the balance only for a role that may see it', async () => {
  const { items, prices, balance } = await listed(tenant);
  expect(items.map(({ channel }) => channel)).toEqual(['wa']);
  expect(prices).toEqual({ wa: '1', wd: '1', 'wa.marketing': '1', 'wa.utility': '1', 'wa.authentication': '1' });
  expect(Number(balance)).toBe((await tenant.balance()).balance);
  expect((await listed(tenant, 'agent')).balance).toBeNull();
});
