import { setTimeout as pause } from 'node:timers/promises';
import { importDeviceMessages } from '@parley/common/contracts/internal/import-device-messages';
import type { OldDeviceMessage } from '@parley/common/contracts/internal/store-device-items';
import { makeId } from '@parley/common/ids';
import { isolateRefused } from '@parley/database/batches/isolate-refused';
import { splitBySize } from '@parley/database/batches/split-by-size';
import { externalIdOf, type LinkedDevice } from '../devices/linked-device.rules.ts';
import { LeaseLost } from '../leases/device-lease.rules.ts';
import { makeGate } from '../leases/gate.client.ts';
import { type HeldDevice, isHeld } from '../leases/held-device.client.ts';
import { isRefusedForGood } from '../received/device-item.rules.ts';
import { findMessageIds } from '../sends/send.store.ts';
import type { PairingService } from '../service.ts';
import { findHistoryIds } from './history.store.ts';
import { retryUntilDone } from './retry-until-done.client.ts';

/** A call holds locks of its conversations, which live messages of the same people wait for. */
export const ONE_CALL = { maxItems: 100, maxBytes: 512 * 1024 };

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
    store: async (part, tries) => !(await storeOldMessages(service, held.device, part, tries)).isFull,
    onFailed: (error) =>
      service.logger.warn(
        'device-history.import-failed',
        { device_id: held.lease.deviceId, err: error },
        'Messages of a history could not be imported yet.',
      ),
  });

/** The outcome of a part. */
interface StoredPart {
  stored: number;
  /** Messages that cannot be stored because of their content. */
  refused: number;
  /** Whether no further message can be stored. */
  isFull: boolean;
}

/** Stores messages of a device's history; repeats have no effect. `tries` is the number of this attempt. */
export async function storeOldMessages(
  { rawDatabase, bus, logger }: Pick<PairingService, 'rawDatabase' | 'bus' | 'logger'>,
  device: Pick<LinkedDevice, 'id' | 'tenantId'>,
  part: readonly OldDeviceMessage[],
  tries: number,
): Promise<StoredPart> {
  const done = { stored: 0, refused: 0, isFull: true };
  const ids = await findHistoryIds(rawDatabase.prisma, device.tenantId, device.id);
  if (!ids) return done;
  done.isFull = false;
  const own = await findMessageIds(
    rawDatabase,
    device.id,
    part.map(({ providerMessageId }) => providerMessageId),
  );
  // Messages that Parley sent are stored already.
  const items = part.filter(({ providerMessageId }) => !own.has(providerMessageId));
  await isolateRefused(items, {
    async run(some) {
      const input = { tenantId: device.tenantId, externalId: externalIdOf(device), ids, items: [...some] };
      const { stored, isFull } = await bus.call(importDeviceMessages, input, { requestId: makeId('req') });
      done.stored += stored;
      done.isFull = isFull;
    },
    isRefused: (error) => isRefusedForGood(error, tries),
    async setAside(_, error) {
      done.refused++;
      logger.warn(
        'device-history.message-skipped',
        { device_id: device.id, err: error },
        'A message of a history could not be stored.',
      );
    },
  });
  return done;
}

const LOOK_AGAIN_MS = 200;
/** Devices of this process that import at the same time. */
const importing = makeGate(1);

interface ImportOptions<Part> {
  parts: Iterable<Part>;
  /** Throws when this worker may not use the device any more. */
  requireHeld(): void;
  /** Whether the channel exists: the device has opened for the first time. */
  isReady(): boolean;
  /** Stores a part; returns whether further ones can be stored. `tries` is the number of this attempt. */
  store(part: Part, tries: number): Promise<boolean>;
  /** Called before the part is stored again. */
  onFailed(error: unknown): void;
}

/**
 * Stores the parts of an import in order, and retries each until it is stored. After each call it pauses for as long as
 * the call took, to leave room for live messages.
 */
async function runImport<Part>({ parts, requireHeld, isReady, store, onFailed }: ImportOptions<Part>) {
  for (requireHeld(); !isReady(); requireHeld()) await pause(LOOK_AGAIN_MS);
  const leave = await importing.enter();
  const mayTry = (): boolean => {
    requireHeld();
    return true;
  };
  try {
    for (const part of parts) {
      const hasRoom = await retryUntilDone(
        async (tries) => {
          const begunAt = performance.now();
          const result = await store(part, tries);
          await pause(performance.now() - begunAt);
          return result;
        },
        { mayTry, onFailed },
      );
      if (!hasRoom) return;
    }
  } finally {
    leave();
  }
}
