import { OPT_IN_EVENT_TYPES } from '@parley/common/events/event-types';
import { describe, expect, test } from 'vitest';
import { linkDevice, makePerson, WD } from '../../../support/channels/linked-devices.ts';
import type { System } from '../../../support/system/system.ts';
import { makeTenant } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** A linked device of a tenant whose key subscribes to every opt-in event. */
async function openLinked(system: System) {
  const tenant = await makeTenant(system, { ...WD, events: [...OPT_IN_EVENT_TYPES] });
  return { tenant, device: await linkDevice(system, tenant) };
}

/** Groups of linked devices over HTTP (docs/reference/groups.md). */
export function groupSuite(getSystem: GetSystem): void {
  describe('groups of linked devices', () => {
    test('a group is created once, changed, and each change is an event', async () => {
      const system = getSystem();
      const { tenant, device } = await openLinked(system);
      const [bob, shy] = [await makePerson(system), await makePerson(system, { group_adds: 'contacts_only' })];
      const body = { subject: 'Order 7', participants: [`+${bob}`, `+${shy}`] };
      const headers = { 'idempotency-key': 'order-7' };
      const made = await tenant.post('create-group', body, headers);
      expect(made).toMatchObject({ status: 200, body: { group: { subject: 'Order 7', role: 'owner', size: 2 } } });
      expect(made.body.results).toMatchObject([
        { address: `+${bob}`, ok: true },
        { address: `+${shy}`, ok: false, error: 'only_contacts_may_add' },
      ]);
      const { group_id } = made.body.group;
      const again = await tenant.post('create-group', body, headers);
      expect(again.body.group.group_id).toBe(group_id);
      expect((await tenant.get('groups')).body.groups).toMatchObject([{ group_id, subject: 'Order 7' }]);

      const change = (action: string, given: object) => tenant.post(action, { group_id, ...given });
      const settings = { only_admins_send: true };
      expect(await change('update-group', { description: 'Questions', settings })).toMatchObject({
        body: { group: { description: 'Questions', settings: { only_admins_send: true, only_admins_edit: false } } },
      });
      const eventOf = (fits: Parameters<typeof webhookOf>[2]) => webhookOf(tenant, 'group.updated', fits);
      const described = await eventOf(({ description }) => description === 'Questions');
      expect(described.body.data).toMatchObject({ group_id, by: `+${device.number}`, settings: null, subject: null });
      const ruled = await eventOf((data) => data.settings !== null);
      expect(ruled.body.data).toMatchObject({ group_id, settings: { only_admins_send: true }, description: null });

      const removed = await change('update-group', { remove: ['description'] });
      expect(removed).toMatchObject({ status: 200, body: { group: { description: null } } });

      expect((await change('group-members', { change: 'promote', members: [`+${bob}`] })).body.results).toEqual([
        { address: `+${bob}`, ok: true, error: null, message: null },
      ]);
      const promoted = await eventOf((data) => data.promoted.length > 0);
      expect(promoted.body.data).toMatchObject({ promoted: [`+${bob}`], demoted: [], joined: [], left: [] });
      await change('group-members', { change: 'demote', members: [`+${bob}`] });
      expect((await eventOf((data) => data.demoted.length > 0)).body.data).toMatchObject({ demoted: [`+${bob}`] });

      const { invite_link: link } = (await tenant.get('group-invite', { group_id })).body;
      const fresh = (await change('revoke-group-invite', {})).body.invite_link;
      expect(fresh).not.toBe(link);
      const replaced = await eventOf((data) => data.invite_changed);
      expect(JSON.stringify(replaced.body)).not.toContain(String(fresh).split('/').at(-1));
      expect(await change('leave-group', {})).toMatchObject({ status: 200 });
      expect((await eventOf(({ left }) => left.length > 0)).body.data).toMatchObject({ left: [`+${device.number}`] });
      expect((await tenant.get('group', { group_id })).body).toMatchObject({ error: 'unknown_group' });
    });

    test('people ask to join by the link, and are approved or rejected', async () => {
      const system = getSystem();
      const { tenant } = await openLinked(system);
      const other = await openLinked(system);
      const { group_id } = (await tenant.post('create-group', { subject: 'Ask first' })).body.group;
      await tenant.post('update-group', { group_id, settings: { approve_joins: true } });
      const invite = (await tenant.get('group-invite', { group_id })).body.invite_link;
      const joining = await other.tenant.post('join-group', { invite });
      expect(joining.body).toMatchObject({ ok: true, group_id: null, pending: true });
      const asked = await webhookOf(tenant, 'group.join_request');
      const person = `+${other.device.number}`;
      expect(asked.body.data).toMatchObject({ group_id, person, state: 'requested', method: 'invite_link' });
      expect((await tenant.get('group-requests', { group_id })).body.requests).toMatchObject([{ address: person }]);
      const decide = (decision: string) =>
        tenant.post('decide-group-requests', { group_id, decision, members: [person] });
      expect((await decide('reject')).body.results).toMatchObject([{ ok: true }]);
      const rejected = await webhookOf(tenant, 'group.join_request', ({ state }) => state === 'rejected');
      expect(rejected.body.data).toMatchObject({ person });
      expect((await decide('approve')).body.results).toMatchObject([{ ok: false, error: 'not_found' }]);
      // The group of another tenant stays theirs.
      expect((await other.tenant.get('group', { group_id })).body).toMatchObject({ error: 'unknown_group' });
      expect((await other.tenant.post('leave-group', { group_id })).body).toMatchObject({ error: 'unknown_group' });
    });
  });
}
