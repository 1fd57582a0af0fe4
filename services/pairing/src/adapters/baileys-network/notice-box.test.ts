import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import { expect, test } from 'vitest';
import type { DeviceAuth, InboundBatch } from '../../domain/device-network.ts';
import { MAX_WAITING, openNoticeBox } from './notice-box.ts';

const at = '2026-03-01T10:00:00.000Z';
const call = (id: number): DeviceItem => ({
  kind: 'call',
  providerMessageId: `CALL${id}`,
  at,
  from: { address: '+15550002', aliases: [], name: null, phone: '+15550002' },
  state: 'ringing',
  isVideo: false,
});

test('a notice beyond the limit is not stored, and so not acknowledged, until others were forwarded', async () => {
  const stored = new Set<string>();
  const auth: DeviceAuth = {
    get: async () => new Map(),
    list: async () => new Map(),
    async set(changes) {
      for (const { id, value } of changes) value === null ? stored.delete(id) : stored.add(id);
    },
  };
  const batches: InboundBatch[] = [];
  const hear = (batch: InboundBatch) => void batches.push(batch);
  const box = await openNoticeBox({ auth, quarantine: async () => {}, hear }, () => Date.parse(at));
  await box.add(Array.from({ length: MAX_WAITING }, (_, id) => call(id)));
  await expect(box.add([call(MAX_WAITING)])).rejects.toThrow('notices wait');
  // One that waits already takes no further place.
  await box.add([call(0)]);
  expect([stored.size, batches.length]).toEqual([MAX_WAITING, 1]);
  await batches[0]?.settle();
  await box.add([call(MAX_WAITING)]);
  expect([stored.size, batches.length]).toEqual([1, 2]);
});
