import { pollUntil } from '@parley/testing/poll-until';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleBrowser, joinTenant } from '../../../support/console/console-browser.ts';
import { openShop } from '../../../support/console/console-shop.ts';
import { makeTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import type { GetSystem } from '../get-system.ts';

/** Labels, teams and snoozed conversations over HTTP (docs/reference/console.md). */
export function consoleInboxSuite(getSystem: GetSystem): void {
  describe('the inbox of the console', () => {
    let theirs: ConsoleBrowser;
    beforeAll(async () => {
      const { slug } = await makeTenant(getSystem());
      theirs = (await joinTenant(getSystem(), slug, 'owner')).browser;
    });

    test('an owner manages labels, an agent only uses them, neither reaches another tenant’s labels, and the audit log has no titles', async () => {
      const { owner, tenant } = await openShop(getSystem());
      const { browser: agent } = await joinTenant(getSystem(), tenant.slug, 'agent');
      const title = '<b>\u202eUrgent</b>';
      const label = await owner.call('create-label', { title, color: 'orange' });
      for (const [name, input] of [
        ['create-label', { title: 'Mine' }],
        ['update-label', { id: label.id, title: 'Mine' }],
        ['delete-label', { id: label.id }],
      ] as const)
        expect((await agent.ask(name, input)).body).toMatchObject({ error: 'permission_denied' });
      expect((await owner.ask('create-label', { title: 'x'.repeat(10_000) })).body).toMatchObject({
        error: 'invalid_title',
      });
      expect((await agent.call('list-labels', {})).items).toContainEqual(label);
      const [conversation] = (await agent.call('list-conversations', { limit: 1 })).items;
      const id = conversation?.id ?? 0;
      expect((await agent.call('update-conversation', { id, add_labels: [label.id] })).labels).toEqual([label]);
      const found = await agent.call('list-conversations', { limit: 10, label: label.id });
      expect(found.items.map((one) => one.id)).toEqual([id]);
      expect(await agent.call('count-conversations', { label: label.id })).toMatchObject({ count: 1 });
      const search = { q: 'urg', limit: 10 };
      const labelled = (await agent.call('search-labelled', search)).items;
      expect(labelled).toMatchObject([{ conversation_id: id, labels: [label] }]);
      expect((await theirs.call('search-labelled', search)).items).toEqual([]);
      const view = await agent.call('create-view', { name: 'Urgent', filter: { label: label.id } });
      expect(view.filter).toEqual({ label: label.id });
      expect((await theirs.ask('update-conversation', { id, add_labels: [label.id] })).body.error).toMatch(/^unknown_/);
      const bulk = await agent.call('update-conversations', { filter: { label: label.id }, remove_labels: [label.id] });
      expect(bulk).toMatchObject({ changed: 1 });
      await owner.call('delete-label', { id: label.id });
      const { items } = await owner.call('list-audit', { limit: 20 });
      expect(items.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['create-label', 'update-conversation', 'update-conversations', 'delete-label']),
      );
      expect(JSON.stringify(items)).not.toContain('Urgent');
      expect(JSON.stringify(items)).toContain(label.id);
    });

    test('an owner manages teams, an agent’s assignments to one rotate among its members, and another tenant’s team is unknown', async () => {
      const tenant = await makeTenant(getSystem());
      for (let n = 0; n < 4; n++) await tenant.customerWrites(uniqueDigits('16'));
      const [{ browser: owner }, ann, bob] = [
        await joinTenant(getSystem(), tenant.slug, 'owner'),
        (await joinTenant(getSystem(), tenant.slug, 'agent')).browser,
        (await joinTenant(getSystem(), tenant.slug, 'agent')).browser,
      ];
      const idOf = async (browser: ConsoleBrowser) => (await browser.call('me', {})).member?.id ?? '';
      const members = [await idOf(ann), await idOf(bob)];
      const team = await owner.call('create-team', { name: 'Support', by_turns: true, members });
      for (const [name, input] of [
        ['create-team', { name: 'Mine' }],
        ['update-team', { id: team.id, name: 'Mine' }],
        ['delete-team', { id: team.id }],
      ] as const)
        expect((await ann.ask(name, input)).body).toMatchObject({ error: 'permission_denied' });
      const foreign = { name: 'Both', members: [...members, (await theirs.call('me', {})).member?.id] };
      expect((await owner.ask('create-team', foreign)).body.error).toBe('unknown_member');
      const filter = { status: 'open' } as const;
      expect(await ann.call('update-conversations', { filter, team: team.id })).toMatchObject({ changed: 4 });
      const { items } = await ann.call('list-conversations', { limit: 10, assignee: team.id });
      expect(items.map(({ assignee }) => assignee).toSorted()).toEqual([...members, ...members].toSorted());
      const theirTeam = await theirs.call('create-team', { name: 'Theirs' });
      const id = items[0]?.id ?? 0;
      expect((await ann.ask('update-conversation', { id, team: theirTeam.id })).body.error).toBe('unknown_team');
      const { items: lines } = await bob.call('list-conversation-changes', { id });
      expect(lines.map(({ kind, value }) => [kind, value])).toEqual([
        ['team', 'Support'],
        ['rotated', items[0]?.assignee],
      ]);
    });

    test('a snoozed conversation leaves the open ones and comes back at its time, with a line for each in its thread', async () => {
      const tenant = await makeTenant(getSystem());
      await tenant.customerWrites(uniqueDigits('16'));
      const { browser: agent } = await joinTenant(getSystem(), tenant.slug, 'agent');
      const open = async () => (await agent.call('list-conversations', { limit: 10, status: 'open' })).items;
      const id = (await open())[0]?.id ?? 0;
      for (const until of ['2020-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 'tomorrow'])
        expect((await agent.ask('update-conversation', { id, snooze: { until } })).body.error).toBe(
          'invalid_snooze_until',
        );
      const snooze = async (ms: number): Promise<void> => {
        const until = new Date(Date.now() + ms).toISOString();
        const snoozed = await agent.call('update-conversation', { id, snooze: { until } });
        expect(snoozed).toMatchObject({ snoozed: { until } });
      };
      await snooze(3_600_000);
      expect(await open()).toEqual([]);
      expect(await agent.call('count-conversations', { status: 'snoozed' })).toMatchObject({ count: 1 });
      await snooze(3000);
      const back = await pollUntil(async () => (await open())[0] ?? null, {
        what: () => 'the conversation to be back',
      });
      expect(back).toMatchObject({ id, status: 'open', snoozed: null });
      const { items } = await agent.call('list-conversation-changes', { id });
      expect(items.map(({ kind }) => kind)).toEqual(['snoozed', 'snoozed', 'woken']);
      expect(await agent.call('mark-conversation-read', { id })).toMatchObject({ unread: 0 });
      await agent.call('mark-conversation-unread', { id });
      expect(await agent.call('get-conversation', { id })).toMatchObject({ unread: 1 });
      await agent.call('update-conversation', { id, snooze: {} });
      const [audited] = (
        await (
          await joinTenant(getSystem(), tenant.slug, 'owner')
        ).browser.call('list-audit', {
          limit: 1,
          action: 'update-conversation',
        })
      ).items;
      expect(audited?.changes).toEqual([{ field: 'snoozed', before: null, after: { until: null } }]);
    });
  });
}
