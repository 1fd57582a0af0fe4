import { importDeviceMessages } from '@parley/common/contracts/internal/import-device-messages';
import type { OldDeviceMessage } from '@parley/common/contracts/internal/store-device-items';
import { makeId } from '@parley/common/ids';
import { isolateRefused } from '@parley/database/isolate-refused';
import { splitBySize } from '@parley/database/split-by-size';
import { externalIdOf } from '../devices/linked-device.rules.ts';
import { LeaseLost } from '../leases/device-lease.rules.ts';
import { type HeldDevice, isHeld } from '../leases/held-device.client.ts';
import { isRefusedForGood } from '../received/item-failure.rules.ts';
import { findMessageIds } from '../sends/send.store.ts';
import type { PairingService } from '../service.ts';
import { findHistoryIds } from './history.store.ts';
import { runImport } from './run-import.client.ts';

/** A call holds locks of its conversations, which live messages of the same people wait for. */
const ONE_CALL = { maxItems: 100, maxBytes: 512 * 1024 };

/** Stores one part. Returns whether further ones can be stored. */
async function storePart(
  service: PairingService,
  { device }: HeldDevice,
  part: readonly OldDeviceMessage[],
  tries: number,
): Promise<boolean> {
  const { rawDatabase, bus, logger } = service;
  const ids = await findHistoryIds(rawDatabase.prisma, device.tenantId, device.id);
  if (!ids) return false;
  const own = await findMessageIds(
    rawDatabase,
    device.id,
    part.map(({ providerMessageId }) => providerMessageId),
  );
  // Messages that Parley sent are stored already.
  const items = part.filter(({ providerMessageId }) => !own.has(providerMessageId));
  let isFull = false;
  await isolateRefused(items, {
    async run(some) {
      const input = { tenantId: device.tenantId, externalId: externalIdOf(device), ids, items: [...some] };
      isFull = (await bus.call(importDeviceMessages, input, { requestId: makeId('req') })).isFull;
    },
    isRefused: (error) => isRefusedForGood(error, tries),
    async setAside(_, error) {
      logger.warn(
        'device-history.message-skipped',
        { device_id: device.id, err: error },
        'A message of a history could not be stored.',
      );
    },
  });
  return !isFull;
}

/**
 * Imports messages of a phone's history, newest first (docs/reference/wd.md#history). Waits through outages while the
 * lease lasts. Throws LeaseLost.
 */
export const importHistory = (
  service: PairingService,
  held: HeldDevice,
  messages: readonly OldDeviceMessage[],
): Promise<void> =>
  runImport({
    parts: splitBySize(messages, ONE_CALL),
    requireHeld() {
      if (!isHeld(held)) throw new LeaseLost(held.lease.deviceId);
    },
    isReady: () => held.device.state.isAnnounced,
    store: (part, tries) => storePart(service, held, part, tries),
    onFailed: (error) =>
      service.logger.warn(
        'device-history.import-failed',
        { device_id: held.lease.deviceId, err: error },
        'Messages of a history could not be imported yet.',
      ),
  });
