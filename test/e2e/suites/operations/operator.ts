import { pollUntil } from '@parley/testing/poll-until';
import { describe, expect, test } from 'vitest';
import { callJson } from '../../../support/requests/call-json.ts';
import { makeTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** The operator API (docs/reference/operator-api.md). */
export function operatorSuite(getSystem: GetSystem): void {
  describe('the operator API', () => {
    test('a missing or wrong token is refused and reveals nothing', async () => {
      const { origin } = getSystem();
      expect(await callJson('GET', `${origin}/api/admin/tenants`)).toMatchObject({
        status: 401,
        body: { error: 'missing_admin_token' },
      });
      expect(await callJson('GET', `${origin}/api/admin/tenants`, { token: 'wrong-token-wrong-token' })).toMatchObject({
        status: 401,
        body: { error: 'invalid_admin_token' },
      });
    });

    test('a revoked key is refused on every gateway', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { connectWa: false });
      const statusOn = (origin: string) =>
        callJson('GET', `${origin}/${tenant.slug}/api/messaging/?action=status`, { token: tenant.apiKey });
      for (const origin of system.origins) expect((await statusOn(origin)).status).toBe(200);
      expect((await tenant.admin('DELETE', `/keys/${tenant.instanceId}`)).status).toBe(200);
      const revokedEverywhere = async () =>
        (await Promise.all(system.origins.map(statusOn))).every(({ status }) => status === 401) || null;
      await pollUntil(revokedEverywhere, { what: () => 'the key to be refused everywhere' });
    });

    test('an inactive tenant is 402 on every action but status', async () => {
      const tenant = await makeTenant(getSystem());
      expect((await tenant.admin('PATCH', '', { status: 'inactive' })).body).toMatchObject({
        slug: tenant.slug,
        status: 'inactive',
      });
      await pollUntil(async () => (await tenant.get('channels')).status === 402 || null, {
        what: () => 'the inactive tenant to be refused',
      });
      expect(await tenant.get('channels')).toMatchObject({ status: 402, body: { error: 'insufficient_balance' } });
      expect((await tenant.get('status')).status).toBe(200);
    });

    test('credit is added and taken in exact decimals and never goes below zero', async () => {
      const tenant = await makeTenant(getSystem(), { balance: '0', connectWa: false });
      expect((await tenant.admin('POST', '/credit', { amount: '0.1' })).body).toEqual({ balance: 0.1 });
      expect((await tenant.admin('POST', '/credit', { amount: '0.2', note: 'more' })).body).toEqual({ balance: 0.3 });
      expect(await tenant.admin('POST', '/credit', { amount: '-0.300001' })).toMatchObject({
        status: 402,
        body: { error: 'insufficient_balance' },
      });
      expect((await tenant.admin('POST', '/credit', { amount: '-0.3' })).body).toEqual({ balance: 0 });
    });

    test('a reply from the dashboard is sent with origin dashboard and costs the same', async () => {
      const tenant = await makeTenant(getSystem());
      const customer = uniqueDigits('16');
      await tenant.customerWrites(customer);
      const received = await webhookOf(tenant, 'message.received');
      const conversation = received.body.data.conversation_id;
      const answered = await tenant.admin('POST', `/conversations/${conversation}/messages`, {
        message: 'from the dashboard',
      });
      expect(answered).toMatchObject({
        status: 200,
        body: { channel: 'wa', to: `+${customer}`, conversation_id: conversation },
      });
      expect((await webhookOf(tenant, 'message.sent')).body.data).toMatchObject({
        origin: 'dashboard',
        text: 'from the dashboard',
      });
      expect((await tenant.get('status')).body.balance).toBe(9999);
      const messages = await tenant.admin('GET', `/conversations/${conversation}/messages`);
      expect(messages.body.items.map((m: { direction: string; text: string }) => [m.direction, m.text])).toEqual([
        ['out', 'from the dashboard'],
        ['in', 'hello'],
      ]);
      expect((await tenant.admin('PATCH', `/conversations/${conversation}`, { status: 'resolved' })).body.status).toBe(
        'resolved',
      );
      expect((await tenant.admin('GET', '/conversations?status=resolved')).body.items).toHaveLength(1);
    });

    test('a removed wa number fires channel.disconnected with reason dashboard, and sends are not_connected', async () => {
      const tenant = await makeTenant(getSystem());
      expect((await tenant.admin('DELETE', `/channels/wa/${tenant.phoneNumberId}`)).body).toMatchObject({
        status: 'disconnected',
      });
      expect((await webhookOf(tenant, 'channel.disconnected')).body.data).toMatchObject({
        channel: 'wa',
        id: tenant.phoneNumberId,
        reason: 'dashboard',
      });
      expect(await tenant.post('send', { channel: 'wa', to: '+16505551234', message: 'x' })).toMatchObject({
        status: 404,
        body: { error: 'not_connected' },
      });
    });

    test('a tenant sees no key, message or conversation of another', async () => {
      const system = getSystem();
      const [one, other] = [await makeTenant(system), await makeTenant(system)];
      const sent = await one.post('send', {
        channel: 'wa',
        to: uniqueDigits('16'),
        template: { name: 'order_update', variables: ['a', 'b'] },
      });
      expect(await other.get('message', { message_id: sent.body.message_id })).toMatchObject({
        status: 404,
        body: { error: 'unknown_message' },
      });
      const conversation = sent.body.conversation_id;
      expect(await other.admin('GET', `/conversations/${conversation}/messages`)).toMatchObject({
        status: 404,
        body: { error: 'unknown_conversation' },
      });
      expect(await other.admin('DELETE', `/keys/${one.instanceId}`)).toMatchObject({
        status: 404,
        body: { error: 'unknown_key' },
      });
      const crossed = await callJson('GET', `${system.origin}/${other.slug}/api/messaging/?action=status`, {
        token: one.apiKey,
      });
      expect(crossed).toMatchObject({ status: 401, body: { error: 'invalid_api_key' } });
    });

    test('health, readiness, metrics, the OpenAPI document and its page are served', async () => {
      const { origin } = getSystem();
      expect((await callJson('GET', `${origin}/healthz`)).status).toBe(200);
      expect((await callJson('GET', `${origin}/readyz`)).status).toBe(200);
      const document = await callJson('GET', `${origin}/openapi.json`);
      expect(document.body).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), info: { version: '1.0.0' } });
    });
  });
}
