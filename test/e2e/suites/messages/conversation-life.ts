import { describe, expect, test } from 'vitest';
import { joinTenant } from '../../../support/console/console-browser.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** A tenant, and the conversation of one customer who has written. */
async function openConversation(getSystem: GetSystem) {
  const tenant = await makeTenant(getSystem());
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'hello' });
  const id: number = (await webhookOf(tenant, 'message.received')).body.data.conversation_id;
  return { tenant, customer, id };
}

const find = async (tenant: TestTenant, query: string): Promise<number[]> =>
  (await tenant.admin('GET', `/conversations?${query}`)).body.items.map((item: { id: number }) => item.id);

/** The life of a conversation over HTTP (docs/reference/operator-api.md#conversations). */
export function conversationLifeSuite(getSystem: GetSystem): void {
  describe('the life of a conversation', () => {
    test('shows its newest message and its unread count until it is read or answered', async () => {
      const { tenant, customer, id } = await openConversation(getSystem);
      const [shown] = (await tenant.admin('GET', '/conversations?unread=true')).body.items;
      expect(shown).toMatchObject({
        id,
        status: 'open',
        assignee: null,
        bot: 'on',
        unread: 1,
        reply_until: expect.any(String),
        last_message: { direction: 'in', origin: 'customer', text: 'hello', status: 'received' },
      });
      expect(await tenant.admin('POST', `/conversations/${id}/read`)).toMatchObject({
        status: 200,
        body: { id, unread: 0 },
      });
      expect(await find(tenant, 'unread=true')).toEqual([]);
      await tenant.customerWrites(customer, { text: 'again' });
      await webhookOf(tenant, 'message.received', ({ text }) => text === 'again');
      expect(await find(tenant, 'unread=true')).toEqual([id]);
      await tenant.post('send', { channel: 'wa', to: customer, message: 'here we are' });
      const [answered] = (await tenant.admin('GET', '/conversations?unread=false')).body.items;
      expect(answered).toMatchObject({
        id,
        unread: 0,
        last_message: { direction: 'out', origin: 'api', text: 'here we are' },
      });
    });

    test('members of the workspace resolve, assign and pause it, and find it by those values', async () => {
      const { tenant, id } = await openConversation(getSystem);
      const path = `/conversations/${id}`;
      const { browser } = await joinTenant(getSystem(), tenant.slug, 'agent');
      const assignee = (await browser.call('me', {})).member?.id;
      const change = { status: 'resolved', assignee, bot: 'paused' };
      expect(await tenant.admin('PATCH', path, change)).toMatchObject({ status: 200, body: { id, ...change } });
      expect(
        await find(tenant, `status=resolved&assignee=${assignee}&channel=wa&account=${tenant.phoneNumberId}`),
      ).toEqual([id]);
      expect(await find(tenant, 'status=open')).toEqual([]);
      expect(await tenant.admin('PATCH', path, { assignee: null })).toMatchObject({
        body: { assignee: null, status: 'resolved', bot: 'paused' },
      });
      expect(await find(tenant, 'assignee=none')).toEqual([id]);
      expect(await tenant.admin('PATCH', path, { assignee: 'somebody' })).toMatchObject({
        status: 400,
        body: { error: 'invalid_assignee' },
      });
      for (const [method, rest] of [
        ['PATCH', ''],
        ['POST', '/read'],
      ] as const)
        expect(await tenant.admin(method, `/conversations/2000000000${rest}`, {})).toMatchObject({
          status: 404,
          body: { error: 'unknown_conversation' },
        });
    });

    test('many are changed at once, by ids or by a filter, and a customer reopens theirs', async () => {
      const { tenant, customer, id } = await openConversation(getSystem);
      const update = (body: object) => tenant.admin('POST', '/conversations/update', body as Record<string, unknown>);
      const none = { changed: 0, next_cursor: null };
      expect(await update({ filter: { q: customer }, status: 'resolved' })).toMatchObject({
        status: 200,
        body: { changed: 1, next_cursor: null },
      });
      expect((await update({ filter: { status: 'open' }, status: 'archived' })).body).toMatchObject(none);
      await tenant.customerWrites(customer, { text: 'again' });
      await webhookOf(tenant, 'message.received', ({ text }) => text === 'again');
      expect(await find(tenant, 'status=open')).toEqual([id]);
      expect((await update({ ids: [id], status: 'archived' })).body).toMatchObject({ changed: 1, next_cursor: null });
      expect((await update({ ids: [id], status: 'archived' })).body).toMatchObject(none);
      for (const neither of [{ status: 'open' }, { ids: [id], filter: {}, status: 'open' }])
        expect(await update(neither)).toMatchObject({ status: 400, body: { error: 'missing_ids' } });
    });
  });
}
