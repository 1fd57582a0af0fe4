import { EventEmitter } from 'node:events';
import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import { expect, test } from 'vitest';
import type { DeviceAuth, InboundBatch } from '../devices/device-network.rules.ts';
import { holdNotices } from './hold-stanzas.client.ts';
import { MAX_WAITING, openNoticeBox } from './notice-box.client.ts';

const at = '2026-03-01T10:00:00.000Z';
const JID = '15550002@s.whatsapp.net';
/** A connection on which nothing arrives. */
const QUIET = {
  // safe: only listened to
  sock: { ws: new EventEmitter(), on() {} } as unknown as Parameters<typeof holdNotices>[0]['sock'],
  resolve: async () => null,
  me: () => null,
  isClosed: () => false,
  onFault() {},
  onFlood() {},
};
const call = (id: number): Extract<DeviceItem, { kind: 'call' }> => ({
  kind: 'call',
  providerMessageId: `CALL${id}`,
  at,
  from: { address: '+15550002', aliases: [], name: null, phone: '+15550002' },
  state: 'ringing',
  isVideo: false,
});

const memoryAuth = (stored: Map<string, string>): DeviceAuth => ({
  get: async () => new Map(),
  list: async () => new Map(stored),
  async set(changes) {
    for (const { id, value } of changes) value === null ? stored.delete(id) : stored.set(id, value);
  },
});

/** A box over these rows, with the batches and items that it forwarded. */
async function openBox(stored: Map<string, string>) {
  const batches: InboundBatch[] = [];
  const heard: DeviceItem[] = [];
  const hear = (batch: InboundBatch): void => {
    batches.push(batch);
    heard.push(...batch.items);
  };
  const box = await openNoticeBox({ auth: memoryAuth(stored), quarantine: async () => {}, hear }, () => Date.parse(at));
  return { box, batches, heard };
}

/** A connection on which a call rings. */
async function openRinging(stored: Map<string, string>) {
  const { box, heard } = await openBox(stored);
  const notices = holdNotices({ ...QUIET, box });
  notices.calls.note({ id: 'CALL1', state: 'ringing', jid: JID, caller: call(1).from, isVideo: false }, false);
  const ringing = notices.calls.find('CALL1');
  if (!ringing) throw new Error('The call is not known.');
  return { notices, ringing, heard };
}

test('a rejection that the network accepts just before a crash is reported by the next connection', async () => {
  const stored = new Map<string, string>();
  const { notices, ringing, heard } = await openRinging(stored);
  let isTaken = (): void => {};
  const taken = new Promise<void>((resolve) => {
    isTaken = resolve;
  });
  // The process dies here: nothing after the network's answer runs.
  void notices.rejecting(ringing, () => {
    isTaken();
    return new Promise(() => {});
  });
  await taken;
  expect(heard).toEqual([]);
  const next = await openBox(stored);
  next.box.forwardLeft();
  expect(next.heard).toMatchObject([{ kind: 'call', providerMessageId: 'CALL1', state: 'rejected' }]);
});

test('a rejection is reported after the network accepts it, and is not reported when the network refuses it', async () => {
  const stored = new Map<string, string>();
  const { notices, ringing, heard } = await openRinging(stored);
  await expect(notices.rejecting(ringing, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect([stored.size, heard.length, notices.calls.find('CALL1')?.isRejectedHere]).toEqual([0, 0, false]);
  await notices.rejecting(ringing, async () => {});
  expect(heard).toMatchObject([{ state: 'rejected' }]);
  expect(notices.calls.find('CALL1')?.isRejectedHere).toBe(true);
});

test('a notice beyond the limit is not stored, and so not acknowledged, until earlier ones are forwarded', async () => {
  const stored = new Map<string, string>();
  const { box, batches } = await openBox(stored);
  await box.add(Array.from({ length: MAX_WAITING }, (_, id) => call(id)));
  await expect(box.add([call(MAX_WAITING)])).rejects.toThrow('notices wait');
  // A repeat of a waiting notice takes no further place.
  await box.add([call(0)]);
  expect([stored.size, batches.length]).toEqual([MAX_WAITING, 1]);
  await batches[0]?.settle();
  await box.add([call(MAX_WAITING)]);
  expect([stored.size, batches.length]).toEqual([1, 2]);
});
