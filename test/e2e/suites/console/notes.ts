import { randomBytes } from 'node:crypto';
import { pollUntil } from '@parley/testing/poll-until';
import { describe, expect, test } from 'vitest';
import { joinTenant } from '../../../support/console/console-browser.ts';
import { callJson } from '../../../support/requests/call-json.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

const TEXT = 'QZ <img src=x onerror=alert(1)> \u202eregular customer @Priya';
const newKey = (): string => randomBytes(16).toString('hex');

/** A tenant with a conversation, two agents and a developer. */
async function openDesk(getSystem: GetSystem) {
  const system = getSystem();
  const tenant = await makeTenant(system);
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'hello' });
  const { conversation_id: id, from } = (await webhookOf(tenant, 'message.received')).body.data;
  const join = async (role: 'owner' | 'agent' | 'developer') => {
    const { browser } = await joinTenant(system, tenant.slug, role);
    const me = (await browser.call('me', {})).member;
    return { browser, id: me?.id ?? '', name: me?.name ?? '' };
  };
  const [author, colleague] = [await join('agent'), await join('agent')];
  const add = (mentions: string[] = []) => author.browser.call('add-note', { id, key: newKey(), text: TEXT, mentions });
  return { system, tenant, customer, id, from, join, author, colleague, add };
}

/** Everything that customers' programs, and the operator's, can read of the tenant's conversations. */
const published = async (tenant: TestTenant, id: number): Promise<string> =>
  JSON.stringify([
    (await tenant.get('events', { limit: '500' })).body,
    (await tenant.admin('GET', `/conversations/${id}/messages`)).body,
    (await tenant.admin('GET', '/conversations')).body,
    (await tenant.admin('GET', `/conversations/${id}/person`)).body,
    (await tenant.admin('GET', '/messages?q=regular')).body,
    (await tenant.admin('GET', '/deliveries')).body,
  ]).replaceAll(/req_\w+/g, '');

/** Notes and canned replies over HTTP (docs/reference/console.md#notes). */
export function noteSuite(getSystem: GetSystem): void {
  describe('notes', () => {
    test('reach colleagues with their mentions, and nothing that a key, a webhook or the operator’s API reads', async () => {
      const { tenant, id, author, colleague, add } = await openDesk(getSystem);
      const before = await published(tenant, id);
      const note = await add([colleague.id]);
      expect((await colleague.browser.call('list-notes', { id, limit: 10 })).items).toEqual([note]);
      expect(note).toMatchObject({ text: TEXT, author: { id: author.id }, mentions: [{ id: colleague.id }] });
      expect(await colleague.browser.call('list-mentions', {})).toMatchObject({
        unread: 1,
        items: [{ note_id: note.id, conversation_id: id, text: TEXT, is_unread: true }],
      });
      expect(await published(tenant, id)).toBe(before);
      const found = await author.browser.call('list-mentionable', { q: colleague.name });
      expect(found.items).toContainEqual({ id: colleague.id, name: colleague.name });
    });

    test('are refused to roles without the inbox, to other authors, and to another tenant’s members', async () => {
      const { system, id, join, author, colleague, add } = await openDesk(getSystem);
      const note = await add();
      const [developer, owner] = [await join('developer'), await join('owner')];
      const stranger = await joinTenant(system, (await makeTenant(system)).slug, 'agent');
      const strangerId = (await stranger.browser.call('me', {})).member?.id ?? '';
      const edit = { id: note.id, text: 'Eve', mentions: [] };
      for (const [browser, name, input, error] of [
        [developer.browser, 'list-notes', { id }, 'permission_denied'],
        [developer.browser, 'add-note', { id, key: newKey(), text: 'Eve' }, 'permission_denied'],
        [developer.browser, 'list-mentions', {}, 'permission_denied'],
        [developer.browser, 'list-canned-replies', {}, 'permission_denied'],
        [owner.browser, 'update-note', edit, 'permission_denied'],
        [colleague.browser, 'delete-note', { id: note.id }, 'permission_denied'],
        [stranger.browser, 'update-note', edit, 'unknown_note'],
        [stranger.browser, 'list-notes', { id }, 'unknown_conversation'],
        [author.browser, 'add-note', { id, key: newKey(), text: '@', mentions: [strangerId] }, 'unknown_member'],
        [author.browser, 'add-note', { id, key: newKey(), text: '@', mentions: [developer.id] }, 'unknown_member'],
        [author.browser, 'add-note', { id, key: newKey(), text: 'x'.repeat(100_000) }, 'invalid_text'],
        [author.browser, 'create-canned-reply', { title: 'Eve', text: 'Eve' }, 'permission_denied'],
      ] as const)
        expect((await browser.ask(name, input)).body.error, `${name} ${error}`).toBe(error);
      expect((await author.browser.call('list-notes', { id, limit: 10 })).items).toEqual([note]);
      const reply = await owner.browser.call('create-canned-reply', { title: 'Welcome', text: 'Hello {{name}}' });
      expect((await author.browser.call('list-canned-replies', { q: 'wel' })).items).toEqual([reply]);
    });

    test('are in the audit log without their text, and erased with the person', async () => {
      const { system, tenant, from, id, join, author, colleague, add } = await openDesk(getSystem);
      const note = await add([colleague.id]);
      const owner = await join('owner');
      await author.browser.call('update-note', { id: note.id, text: `${TEXT}, edited`, mentions: [] });
      const { items } = await owner.browser.call('list-audit', { limit: 50 });
      const actions = items.map(({ action, outcome, actor }) => [action, outcome, actor.id]);
      expect(actions).toEqual(
        expect.arrayContaining([
          ['add-note', 'done', author.id],
          ['update-note', 'done', author.id],
        ]),
      );
      expect(JSON.stringify(items)).not.toContain('QZ');
      const [contact] = (await tenant.admin('GET', `/contacts?identifier=${encodeURIComponent(from)}`)).body.items;
      const receipt = (await tenant.admin('DELETE', `/contacts/${contact.id}`)).body;
      const erased = await pollUntil(
        async () => {
          const path = `${system.origin}/api/admin/erasures/${receipt.id}`;
          const { body } = await callJson('GET', path, { token: system.adminToken });
          return body.status === 'done' ? body.erased : null;
        },
        { what: () => 'the end of the erasure' },
      );
      expect(erased).toMatchObject({ notes: 1, conversations: 1 });
      expect((await author.browser.ask('list-notes', { id })).body.error).toBe('unknown_conversation');
    });
  });
}
