import type { DeviceContent } from '@parley/sandbox/driver/sandbox-driver';
import { hostileDeviceMessages } from '@parley/testing/hostile/hostile-device-messages';
import { hostileWebhooks, type WebhookChannel } from '@parley/testing/hostile/hostile-webhooks';
import { pollUntil } from '@parley/testing/poll-until';
import { request } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ChannelFixture, openChannelFixture } from '../../../support/channels/channel-fixture.ts';
import {
  type ChannelTraits,
  CONFORMING_CHANNELS,
  type ConformingChannel,
} from '../../../support/channels/conforming-channels.ts';
import { makePerson, openLinked, personWritesTo } from '../../../support/channels/linked-devices.ts';
import type { System } from '../../../support/system/system.ts';
import type { TestTenant } from '../../../support/tenants/client.ts';
import { eventDataOf, expectSigned, webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

const TIMEOUT_MS = 240_000;
const MANY_WITHIN_MS = 120_000;
const MANY_IN_ONE_CALL = 500;
/** Fewer, because a device receives messages one by one. */
const MANY_ON_A_DEVICE = 200;
const AT_ONCE = 25;
const DAY_MS = 24 * 3_600_000;

/** Makes the provider post this body, correctly signed; returns the answers to it. */
async function postSigned(system: System, provider: WebhookChannel, account: string, body: string): Promise<unknown> {
  const { sandbox } = system;
  return provider === 'tt'
    ? sandbox.tiktok.postWebhook({ body })
    : sandbox.postWebhook({ provider, body, ...(provider === 'tg' ? { account } : {}) });
}

/** Waits until `count` webhooks are reported; polls seldom, because each poll lists everything. */
const untilMany = (tenant: TestTenant, count: number): Promise<true> =>
  pollUntil(
    async () =>
      (await eventDataOf(tenant, 'message.received')).filter(({ text }) => text.startsWith('many')).length >= count ||
      null,
    { deadlineMs: MANY_WITHIN_MS, everyMs: 500, what: () => `${count} of many messages of ${tenant.slug}` },
  );

/**
 * Asserts that each of these strings is reported once, and that every webhook is signed and contains no NUL, no lone
 * surrogate and no impossible time.
 */
async function expectReportedOnce(tenant: TestTenant, texts: readonly string[]): Promise<void> {
  const webhooks = await tenant.webhooks();
  for (const webhook of webhooks) {
    expectSigned(webhook, tenant.webhookSecret);
    expect(webhook.raw).not.toMatch(/\\u0000|\\ud[89a-f][0-9a-f]{2}/);
  }
  const received = webhooks.filter(({ body }) => body.event === 'message.received').map(({ body }) => body.data);
  for (const text of texts) expect(received.filter((data) => data.text === text)).toHaveLength(1);
  for (const data of received) {
    expect(Date.parse(data.received_at)).toBeGreaterThanOrEqual(0);
    expect(Date.parse(data.received_at)).toBeLessThanOrEqual(Date.now() + DAY_MS);
  }
}

async function expectReady({ origins }: System): Promise<void> {
  for (const origin of origins) {
    const answer = await request(`${origin}/readyz`);
    await answer.body.dump();
    expect(answer.statusCode).toBe(200);
  }
}

async function quarantineOf(tenant: TestTenant): Promise<{ channel: string; reason: string }[]> {
  return (await tenant.admin('GET', '/quarantine')).body.items;
}

/** Whatever a correctly signed webhook or a stranger's message contains, the next normal message is reported. */
export function hostileWebhookSuite(getSystem: GetSystem): void {
  describe('hostile contents', () => {
    const fixtures = new Map<ConformingChannel, ChannelFixture>();
    beforeAll(async () => {
      const open = async (channel: ChannelTraits) =>
        fixtures.set(channel.code, await openChannelFixture(getSystem(), channel));
      await Promise.all(CONFORMING_CHANNELS.map(open));
    }, 60_000);

    test.concurrent.each(CONFORMING_CHANNELS.map((channel) => [channel.code, channel] as const))(
      '%s: after each correctly signed hostile webhook a normal message on the same account is reported once',
      async (code, channel) => {
        const system = getSystem();
        const fixture = fixtures.get(code);
        if (!fixture) throw new Error(`No fixture of ${code}.`);
        const { tenant, account, receive } = fixture;
        const person = channel.makePerson();
        const honest: string[] = [];
        for (const { what, raw } of hostileWebhooks(code, account.id)) {
          expect(await postSigned(system, code, account.id, raw()), what).toEqual([
            { status: 200, error: null, will_retry: false },
          ]);
          const text = `honest after ${what}`;
          await receive(person, { text });
          honest.push(text);
        }
        // Telegram and TikTok have one message per call.
        if (code === 'wa' || code === 'fb' || code === 'ig') await untilMany(tenant, MANY_IN_ONE_CALL);
        await expectReportedOnce(tenant, honest);
        // Only the deeply nested one is quarantined: all others are reported, or contain no message.
        expect(await quarantineOf(tenant)).toMatchObject([
          { channel: code, account_id: account.id, source: 'webhook', kind: 'message', reason: 'nested too deeply' },
        ]);
        await expectReady(system);
      },
      TIMEOUT_MS,
    );

    test.concurrent('wd: after each hostile message of a stranger a normal one to the same device is reported once', {
      timeout: TIMEOUT_MS,
    }, async () => {
      const { system, tenant, device, ann } = await openLinked(getSystem());
      const eve = await makePerson(system, { name: '\u0000Eve\ud83d' });
      const target = await personWritesTo(system, ann, device.number, { type: 'text', text: 'the target' });
      const honest: string[] = [];
      for (const [what, message] of hostileDeviceMessages(device.number, target)) {
        // safe: the sandbox parses the messages that it sends
        await personWritesTo(system, eve, device.number, message as DeviceContent);
        const text = `honest after ${what}`;
        await personWritesTo(system, ann, device.number, { type: 'text', text });
        await webhookOf(tenant, 'message.received', (data) => data.text === text).catch((error: unknown) => {
          throw new Error(`After ${what}: ${error}`);
        });
        honest.push(text);
      }
      const many = Array.from({ length: MANY_ON_A_DEVICE }, (_, index) => `many ${index}`);
      for (let start = 0; start < many.length; start += AT_ONCE)
        await Promise.all(
          many
            .slice(start, start + AT_ONCE)
            .map((text) => personWritesTo(system, eve, device.number, { type: 'text', text })),
        );
      await untilMany(tenant, many.length);
      await expectReportedOnce(tenant, [...honest, ...many]);
      expect(await quarantineOf(tenant)).toEqual([]);
      await expectReady(system);
    });
  });
}
