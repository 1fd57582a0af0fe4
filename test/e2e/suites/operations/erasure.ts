import { pollUntil } from '@parley/testing/poll-until';
import { describe, expect, test } from 'vitest';
import { COMMENT_TENANT } from '../../../support/channels/comments.ts';
import { connectPage } from '../../../support/channels/connect-channels.ts';
import { makePerson, openLinked, personWritesTo } from '../../../support/channels/linked-devices.ts';
import { callJson } from '../../../support/requests/call-json.ts';
import type { System } from '../../../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { ledgerWith, webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

const DONE_WITHIN_MS = 45_000;

const adminCall = (system: System, method: 'GET' | 'POST' | 'DELETE', path: string, body?: Record<string, unknown>) =>
  callJson(method, `${system.origin}/api/admin${path}`, { token: system.adminToken, ...(body ? { body } : {}) });

/** Polls an erasure's receipt until it is finished. */
const untilErased = (system: System, id: string) =>
  pollUntil(
    async () => {
      const { body } = await adminCall(system, 'GET', `/erasures/${id}`);
      return body.status === 'done' ? body : null;
    },
    { deadlineMs: DONE_WITHIN_MS, everyMs: 200, what: () => `the erasure ${id} to be done` },
  );

async function erasePerson(system: System, tenant: TestTenant, contactId: number) {
  const asked = await tenant.admin('DELETE', `/contacts/${contactId}`);
  expect(asked).toMatchObject({
    status: 202,
    body: { what: 'contact', tenant: tenant.slug, contact_id: contactId, finished_at: null },
  });
  return untilErased(system, asked.body.id);
}

/** Erasing people and tenants (docs/reference/operator-api.md#erasure). */
export function erasureSuite(getSystem: GetSystem): void {
  describe('erasing', () => {
    test('a person is found by number and then gone from every list, while others stay; a later message makes a new contact', async () => {
      const { system, tenant, device, ann } = await openLinked(getSystem());
      const bob = await makePerson(system);
      const group = await system.sandbox.devices.makeGroup({
        subject: 'Team',
        owner: device.number,
        participants: [ann, bob],
      });
      await personWritesTo(system, ann, device.number, { type: 'text', text: 'QZ secret of Ann' });
      await personWritesTo(system, bob, device.number, { type: 'text', text: 'QZ secret of Bob' });
      await personWritesTo(system, ann, group.id, { type: 'text', text: 'QZ Ann in the group' });
      const received = await webhooksOf(tenant, 'message.received', 3);
      const byText = new Map(received.map(({ body }) => [body.data.text, body.data]));
      const { conversation_id: conversation } = byText.get('QZ secret of Ann');
      const sent = await tenant.post('send', { channel: 'wd', to: `+${ann}`, message: 'QZ answer to Ann' });
      expect(sent.status).toBe(200);
      await webhookOf(tenant, 'message.sent');

      const listed = await tenant.admin('GET', `/contacts?identifier=${encodeURIComponent(`+${ann}`)}`);
      expect(listed.body.items).toMatchObject([{ channel: 'wd', phone: `+${ann}` }]);
      const [{ id: contactId }] = listed.body.items;
      const conversations = await tenant.admin('GET', '/conversations');
      expect(conversations.body.items.find(({ id }: { id: number }) => id === conversation).contact_id).toBe(contactId);

      const done = await erasePerson(system, tenant, contactId);
      expect(done).toMatchObject({ step: 'done', waiting: 0, erased: { messages: 3, contacts: 1, conversations: 1 } });
      expect(JSON.stringify(done)).not.toContain(ann);
      expect((await tenant.admin('DELETE', `/contacts/${contactId}`)).body).toEqual(done);

      const after = await tenant.admin('GET', '/conversations');
      expect(JSON.stringify(after.body)).not.toContain(ann);
      expect(await tenant.admin('GET', `/conversations/${conversation}/messages`)).toMatchObject({ status: 404 });
      expect((await tenant.get('message', { message_id: sent.body.message_id })).body.error).toBe('unknown_message');
      const ledger = await ledgerWith(tenant, ['QZ secret of Bob']);
      expect(ledger).not.toContain(ann);
      expect(ledger).not.toMatch(/QZ (secret of|answer to) Ann|QZ Ann/);
      // A reader whose cursor is an erased event continues from there.
      const [{ body: erased } = { body: null }] = received.filter(({ body }) => body.data.from === `+${ann}`);
      expect((await tenant.get('events', { after: erased.id })).status).toBe(200);

      await personWritesTo(system, ann, device.number, { type: 'text', text: 'QZ Ann again' });
      const again = await webhookOf(tenant, 'message.received', ({ text }) => text === 'QZ Ann again');
      expect(again.body.data.conversation_id).not.toBe(conversation);
      const found = await tenant.admin('GET', `/contacts?identifier=${encodeURIComponent(`+${ann}`)}`);
      expect(found.body.items).toHaveLength(1);
      expect(found.body.items[0].id).not.toBe(contactId);
      const messages = await tenant.admin('GET', `/conversations/${again.body.data.conversation_id}/messages`);
      expect(messages.body.items).toMatchObject([{ text: 'QZ Ann again' }]);
    });

    test('a commenter: the comment is unknown afterwards, and later webhooks about it restore nothing', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, COMMENT_TENANT);
      const page = await connectPage(system, tenant);
      const person = uniqueDigits('24');
      const made = await system.sandbox.profile('fb').customerComments(person, {
        account: page.id,
        text: 'QZ comment of Jane',
        photo: 'https://scontent.example/QZ.jpg',
        name: 'QZ Jane Roe',
      });
      const reported = await webhookOf(tenant, 'comment.received');
      const { items } = (await tenant.admin('GET', '/conversations')).body;
      const { contact_id: contactId } = items.find(
        ({ id }: { id: number }) => id === reported.body.data.conversation_id,
      );
      expect(await erasePerson(system, tenant, contactId)).toMatchObject({ erased: { comments: 1 } });
      expect((await tenant.get('comments', { platform: 'fb' })).body.comments).toEqual([]);
      expect(
        await tenant.post('comment-reply', { platform: 'fb', comment_id: made.comment_id, message: 'x' }),
      ).toMatchObject({
        status: 404,
        body: { error: 'unknown_comment' },
      });
      expect(JSON.stringify((await tenant.get('events', { limit: '100' })).body)).not.toMatch(/QZ/);
    });

    test('a tenant: keys end at once on every gateway, devices are logged out, and its slug stays taken', async () => {
      const { system, tenant, device } = await openLinked(getSystem());
      const statusOn = (origin: string) =>
        callJson('GET', `${origin}/${tenant.slug}/api/messaging/?action=status`, { token: tenant.apiKey });
      const asked = await tenant.admin('DELETE', '');
      expect(asked).toMatchObject({ status: 202, body: { what: 'tenant', tenant: tenant.slug, contact_id: null } });
      await pollUntil(
        async () => (await Promise.all(system.origins.map(statusOn))).every(({ status }) => status === 401) || null,
        { what: () => 'the keys to be refused on every gateway' },
      );
      expect(await tenant.admin('GET', '')).toMatchObject({ status: 404, body: { error: 'unknown_tenant' } });
      expect(await untilErased(system, asked.body.id)).toMatchObject({ erased: { devices: 1, channels: 1 } });
      const linked = (await system.sandbox.devices.devices()).devices.find(({ id }) => id === device.deviceId);
      expect(linked?.connected ?? 0).toBe(0);
      expect(await adminCall(system, 'POST', '/tenants', { slug: tenant.slug })).toMatchObject({
        status: 409,
        body: { error: 'slug_taken' },
      });
      expect((await tenant.admin('DELETE', '')).body).toMatchObject({ id: asked.body.id, status: 'done' });
    });

    test('an unknown contact and an unknown receipt are 404; a retention is set and cleared', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { connectWa: false });
      expect(await tenant.admin('DELETE', '/contacts/2000000000')).toMatchObject({
        status: 404,
        body: { error: 'unknown_contact' },
      });
      expect(await adminCall(system, 'GET', '/erasures/ers_0000000000000000')).toMatchObject({
        status: 404,
        body: { error: 'unknown_erasure' },
      });
      expect((await tenant.admin('PATCH', '', { retention_days: 30 })).body.retention_days).toBe(30);
      expect((await tenant.admin('PATCH', '', { retention_days: null })).body.retention_days).toBeNull();
      expect((await tenant.admin('PATCH', '', { retention_days: 0 })).body.error).toBe('invalid_retention_days');
    });
  });
}
