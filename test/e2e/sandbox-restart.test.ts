import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { connectPage, type TestPage } from '../support/channels/connect-channels.ts';
import {
  type LinkedDevice,
  linkDevice,
  makePerson,
  personWritesTo,
  untilSession,
} from '../support/channels/linked-devices.ts';
import { callJson } from '../support/requests/call-json.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/tenants/client.ts';

// The sandbox's state survives a restart of the one-machine form: nothing that was connected is lost.
const START_MS = 120_000;
const BUYER = '5559001';
let system: System;
let tenant: TestTenant;
let page: TestPage;
let device: LinkedDevice;
let ann: string;

const Events = z.object({ events: z.array(z.object({ event: z.string() })) });

const channels = async () => (await tenant.get('channels')).body.channels;
const demoChannels = async () => {
  const answer = await callJson('GET', `${system.origin}/api/admin/tenants/demo/channels`, {
    token: system.adminToken,
  });
  return answer.body.items.map(({ channel, account_id: id, status }: Record<string, unknown>) => [channel, id, status]);
};
const eventsOf = async (): Promise<string[]> =>
  Events.parse((await tenant.get('events')).body).events.map(({ event }) => event);

beforeAll(async () => {
  system = await startSystem('one-machine');
  tenant = await makeTenant(system, { channels: ['wa', 'wd', 'tg', 'fb', 'ig'] });
  const id = uniqueDigits('88');
  const token = `${id}:${'C'.repeat(35)}`;
  await system.sandbox.telegram.putBot({ token, username: `bot_${id}` });
  await tenant.post('connect-telegram', { bot_token: token });
  page = await connectPage(system, tenant);
  device = await linkDevice(system, tenant);
  ann = await makePerson(system);
  await system.sandbox.telegram.customerWrites(BUYER, { account: id, text: 'hi' });
  await system.sandbox.graph.messenger.customerWrites('24001234500001', { account: page.id, text: 'hi' });
  await personWritesTo(system, ann, device.number, { type: 'text', text: 'hi' });
  await pollUntil(async () => (await eventsOf()).filter((event) => event === 'message.received').length >= 3 || null, {
    what: () => 'the messages of three people',
  });
}, START_MS);
afterAll(() => system.stop(), START_MS);

/** Waits until the sandbox has saved what happened up to now. */
async function untilSaved(): Promise<void> {
  const nowMs = Date.now();
  await system.sandbox.calls();
  await pollUntil(async () => (await stat(join(system.dataDir, 'sandbox/state.bin'))).mtimeMs > nowMs || null, {
    what: () => 'the state file of the sandbox',
  });
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'after %s and a start, every account is connected under its id, and people can be answered',
  async (signal) => {
    const before = await channels();
    const demoBefore = await demoChannels();
    expect(before.map(({ channel }: { channel: string }) => channel).sort()).toEqual(['fb', 'ig', 'tg', 'wa', 'wd']);
    await untilSaved();
    system.kill(signal);
    await system.restart();
    await untilSession(tenant, device.token, 'connected');
    for (const [channel, to] of [
      ['tg', BUYER],
      ['fb', '24001234500001'],
      ['wd', `+${ann}`],
    ] as const) {
      const { status, body } = await tenant.post('send', { channel, to, message: `After ${signal}` });
      expect([channel, status, body.error]).toEqual([channel, 200, undefined]);
    }
    const withoutTimes = (list: Record<string, unknown>[]) =>
      list.map(({ channel, account, status }) => ({ channel, account, status }));
    expect(withoutTimes(await channels())).toEqual(withoutTimes(before));
    expect(await demoChannels()).toEqual(demoBefore);
    expect((await eventsOf()).filter((event) => event === 'channel.disconnected')).toEqual([]);
    expect((await system.sandbox.notices.mails()).filter(({ subject }) => /disconnect/i.test(subject))).toEqual([]);
  },
  START_MS,
);
