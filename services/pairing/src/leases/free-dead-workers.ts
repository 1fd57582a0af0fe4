import { devicesFree } from '@parley/common/hints';
import type { PairingService } from '../service.ts';
import { mayClaim } from './held-device.client.ts';
import { buryWorkers } from './lease.store.ts';
import { PROCESS_CLOCKS } from './this-worker.client.ts';

/**
 * How long a worker must be absent before its devices are taken: by then a worker whose connection only broke has
 * acquired its lock again, or has closed its sockets.
 */
const GONE_FOR_MS = 500;

/** Releases the devices of other workers that were killed or lost the database. */
export async function freeDeadWorkers(service: PairingService): Promise<void> {
  const { devices, rawDatabase, holder, presence, bus } = service;
  const { goneForMs = GONE_FOR_MS } = service.lease;
  const { goneSince } = devices;
  if (!mayClaim(devices)) return goneSince.clear();
  const found = await presence.findGone(rawDatabase);
  const gone = new Set(found.flatMap(({ number, worker }) => (worker === holder.workerId ? [] : [number])));
  const nowMs = PROCESS_CLOCKS.monotonicMs();
  for (const number of goneSince.keys()) if (!gone.has(number)) goneSince.delete(number);
  for (const number of gone) if (!goneSince.has(number)) goneSince.set(number, nowMs);
  const dead = [...gone].filter((number) => nowMs - (goneSince.get(number) ?? nowMs) >= goneForMs);
  if (dead.length > 0 && mayClaim(devices) && (await buryWorkers(rawDatabase, dead)) > 0)
    bus.publishHint(devicesFree, {});
}
