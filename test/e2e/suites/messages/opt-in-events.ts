import { OPT_IN_EVENT_TYPES } from '@parley/common/events/event-types';
import { pollUntil } from '@parley/testing/poll-until';
import { describe, expect, test } from 'vitest';
import { linkDevice, makePerson, personWritesTo, WD } from '../../../support/channels/linked-devices.ts';
import type { System } from '../../../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

const EVENTS = ['message.received', 'message.sent', ...OPT_IN_EVENT_TYPES];

/** A linked device of a tenant whose key subscribes to every opt-in event, and a person. */
async function openSubscribed(system: System) {
  const tenant = await makeTenant(system, { ...WD, events: EVENTS });
  return { tenant, device: await linkDevice(system, tenant), ann: await makePerson(system) };
}

const statesOf = async (tenant: TestTenant, callId: string, count: number): Promise<string[]> =>
  (await webhooksOf(tenant, 'call.received', count, (data) => data.call_id === callId)).map(
    ({ body }) => body.data.state,
  );

/** Posts an account-level webhook of Meta about the tenant's WhatsApp Business Account. */
const postMeta = (system: System, { wabaId }: TestTenant, field: string, value: object) =>
  system.sandbox.postWebhook({
    provider: 'wa',
    account: wabaId,
    body: {
      object: 'whatsapp_business_account',
      entry: [{ id: wabaId, time: Math.floor(Date.now() / 1000) + 60, changes: [{ field, value }] }],
    },
  });

/** Opt-in events besides messages (docs/reference/events.md#event-types). */
export function optInEventSuite(getSystem: GetSystem): void {
  describe('opt-in events besides messages', () => {
    // docs/reference/events.md#callreceived
    test('wd: a call rings with the conversation of its caller, and rejecting it is reported', async () => {
      const system = getSystem();
      const { tenant, device, ann } = await openSubscribed(system);
      await personWritesTo(system, ann, device.number, { type: 'text', text: 'I will call' });
      const written = await webhookOf(tenant, 'message.received');
      const callId = uniqueDigits('CALL');
      await system.sandbox.devices.calls(ann, device.number, callId, { video: true });
      const ringing = await webhookOf(tenant, 'call.received');
      expect(ringing.body.data).toMatchObject({
        channel: 'wd',
        conversation_id: written.body.data.conversation_id,
        from: `+${ann}`,
        account: { id: device.id, number: `+${device.number}` },
        call_id: callId,
        state: 'ringing',
        video: true,
      });
      expect(await tenant.post('reject-call', { channel: 'wd', call_id: callId })).toMatchObject({ status: 200 });
      expect(new Set(await statesOf(tenant, callId, 2))).toEqual(new Set(['ringing', 'rejected']));
    });

    // docs/reference/events.md#groupupdated
    test('wd: a new subject and new members of a group are reported', async () => {
      const system = getSystem();
      const { tenant, device, ann } = await openSubscribed(system);
      const bob = await makePerson(system);
      const { devices } = system.sandbox;
      const group = await devices.makeGroup({ subject: 'Team', owner: ann, participants: [device.number] });
      await devices.renameGroup(group.id, { by: ann, subject: 'Football' });
      await devices.changeGroup(group.id, { action: 'add', by: ann, participants: [bob] });
      const added = await webhookOf(tenant, 'group.updated', ({ joined }) => joined.includes(`+${bob}`));
      expect(added.body.data).toMatchObject({ channel: 'wd', group_id: group.id, subject: null, by: `+${ann}` });
      const renamed = await webhookOf(tenant, 'group.updated', ({ subject }) => subject === 'Football');
      expect(renamed.body.data).toMatchObject({ group_id: group.id, joined: [], left: [] });
    });

    // docs/reference/events.md#contacttyping
    test('wd: a typing indicator of a person reaches a subscribed key, and is not in the ledger', async () => {
      const system = getSystem();
      const { tenant, device, ann } = await openSubscribed(system);
      await personWritesTo(system, device.number, ann, { type: 'text', text: 'hello' });
      await webhookOf(tenant, 'message.sent');
      await pollUntil(
        async () => (await system.sandbox.devices.types(ann, { to: device.number, state: 'recording' })) || null,
        { what: () => 'the device to be shown that the person records' },
      );
      const { body } = await webhookOf(tenant, 'contact.typing');
      expect(body.data).toMatchObject({ channel: 'wd', from: `+${ann}`, state: 'recording' });
      expect(JSON.stringify((await tenant.get('events')).body)).not.toContain('contact.typing');
    });

    // docs/reference/wa.md#calls-of-people
    test('wa: a call rings, can be rejected, and ends as missed', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { events: EVENTS });
      const [from, callId] = [uniqueDigits('16'), `wacid.${uniqueDigits('CALL')}`];
      const call = { account: tenant.phoneNumberId, from, call_id: callId };
      await system.sandbox.graph.whatsapp.customerCalls(call);
      const ringing = await webhookOf(tenant, 'call.received');
      expect(ringing.body.data).toMatchObject({ channel: 'wa', from: `+${from}`, call_id: callId, state: 'ringing' });
      expect(await tenant.post('reject-call', { channel: 'wa', call_id: callId })).toMatchObject({ status: 200 });
      await system.sandbox.graph.whatsapp.customerCalls({ ...call, event: 'terminate' });
      expect(new Set(await statesOf(tenant, callId, 2))).toEqual(new Set(['ringing', 'missed']));
    });

    // docs/reference/wa.md#account-fields
    test('wa: a new limit of the portfolio and a decision about a template are reported', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { events: EVENTS });
      await postMeta(system, tenant, 'business_capability_update', { max_daily_conversations_per_business: 2000 });
      const health = await webhookOf(tenant, 'channel.health');
      expect(health.body.data).toMatchObject({ channel: 'wa', id: tenant.phoneNumberId, limit: 'TIER_2K' });
      await postMeta(system, tenant, 'message_template_status_update', {
        event: 'PAUSED',
        message_template_id: 77,
        message_template_name: 'order_update',
        message_template_language: 'en',
        reason: 'NONE',
      });
      const template = await webhookOf(tenant, 'template.status');
      expect(template.body.data).toMatchObject({ name: 'order_update', status: 'PAUSED', reason: null });
    });
  });
}
