import { beforeAll, describe, expect, test } from 'vitest';
import {
  makeTenant,
  type ReceivedWebhook,
  type TestTenant,
  uniqueDigits,
} from '../../../test/support/tenants/client.ts';
import { webhookOf } from '../../../test/support/webhooks/expectations.ts';
import type { Fixture } from '../support/open-fixture.ts';

const TEXT = 'مرحبا 👋';

/** Events as Parley posts them (docs/reference/events.md#signatures). */
export function webhookSuite(getFixture: () => Fixture): void {
  describe('webhooks', () => {
    let tenant: TestTenant;
    let posted: ReceivedWebhook;
    let rotated: { webhook: ReceivedWebhook; secret: string };
    const verify = ({ raw, headers }: Pick<ReceivedWebhook, 'raw' | 'headers'>, rest: object = {}) =>
      getFixture().driver.ask('verify', {
        body: Buffer.from(raw).toString('base64'),
        headers,
        secret: tenant.webhookSecret,
        ...rest,
      });

    beforeAll(async () => {
      tenant = await makeTenant(getFixture().system);
      await tenant.customerWrites(uniqueDigits('16'), { text: TEXT });
      posted = await webhookOf(tenant, 'message.received');
      const { body } = await tenant.admin('POST', `/keys/${tenant.instanceId}/rotate-secret`);
      await tenant.customerWrites(uniqueDigits('16'), { text: 'rotated' });
      const webhook = await webhookOf(tenant, 'message.received', ({ text }) => text === 'rotated');
      rotated = { webhook, secret: body.webhook_secret };
    });

    test.each(['standard', 'service'])('an event of Parley is verified: %s', async (scheme) => {
      expect(await verify(posted, { scheme })).toMatchObject({ ok: true, result: posted.body });
    });

    test.each(['standard', 'service'])('during a rotation both secrets are valid: %s', async (scheme) => {
      for (const secret of [tenant.webhookSecret, rotated.secret, [rotated.secret, tenant.webhookSecret]])
        expect(await verify(rotated.webhook, { scheme, secret })).toMatchObject({ ok: true });
      expect((await verify(posted, { scheme, secret: rotated.secret })).error).toMatchObject({
        kind: 'webhook',
        code: 'invalid_signature',
      });
    });

    test('the tolerance is 5 minutes', async () => {
      const at = Number(posted.headers['webhook-timestamp']) * 1000;
      for (const [seconds, ok] of [
        [-300, true],
        [300, true],
        [-301, false],
        [301, false],
      ] as const)
        expect((await verify(posted, { now: new Date(at + seconds * 1000).toISOString() })).ok).toBe(ok);
    });

    test('five signatures are compared, in a header of at most 1,000 characters', async () => {
      const own = String(posted.headers['webhook-signature']);
      const forged = `v1,${Buffer.alloc(32).toString('base64')}`;
      const withSignatures = (signatures: readonly string[]) =>
        verify({ ...posted, headers: { ...posted.headers, 'webhook-signature': signatures.join(' ') } });
      const padding = (length: number) => `v2,${'a'.repeat(length - own.length - 4)}`;
      for (const signatures of [
        [...Array<string>(4).fill(forged), own],
        [own, padding(1000)],
      ])
        expect(await withSignatures(signatures)).toMatchObject({ ok: true });
      for (const signatures of [
        [...Array<string>(5).fill(forged), own],
        [own, padding(1001)],
      ])
        expect((await withSignatures(signatures)).error).toMatchObject({ kind: 'webhook', code: 'invalid_signature' });
    });

    test('a changed body, id, time or signature is refused, and so is a missing header', async () => {
      const changed = (name: string, value: string) => ({ ...posted, headers: { ...posted.headers, [name]: value } });
      const without = (name: string) => ({
        ...posted,
        headers: Object.fromEntries(Object.entries(posted.headers).filter(([key]) => key !== name)),
      });
      for (const [forged, code] of [
        [{ ...posted, raw: `${posted.raw} ` }, 'invalid_signature'],
        [{ ...posted, raw: JSON.stringify({ ...posted.body, data: {} }) }, 'invalid_signature'],
        [changed('webhook-id', 'evt_other'), 'invalid_signature'],
        [changed('webhook-signature', `v1,${Buffer.alloc(32).toString('base64')}`), 'invalid_signature'],
        [changed('webhook-signature', 'v1,'), 'invalid_signature'],
        [changed('webhook-timestamp', '0'), 'invalid_timestamp'],
        [without('webhook-signature'), 'missing_header'],
        [without('webhook-id'), 'missing_header'],
        [without('webhook-timestamp'), 'missing_header'],
      ] as const)
        expect((await verify(forged)).error).toMatchObject({ kind: 'webhook', code });
      const signature = String(posted.headers['x-service-signature']);
      for (const other of [`sha256=${'0'.repeat(64)}`, signature.replace(/[0-9a-f]{64}$/, (hex) => hex.toUpperCase())])
        expect((await verify(changed('x-service-signature', other), { scheme: 'service' })).error).toMatchObject({
          code: 'invalid_signature',
        });
    });
  });
}
