import { waitAtMost } from '@parley/runtime/wait-at-most';
import type { HeldDevice } from '../adapters/held-device.ts';

const WITHIN_MS = 5000;

/** Finishes running requests, forwards received items and closes; then the lease can be released. */
export async function stopDevice(held: HeldDevice): Promise<void> {
  await waitAtMost(Promise.all([...held.uses, held.inbound.drained()]), WITHIN_MS);
  held.isGone = true;
  held.inbound.stop();
  await waitAtMost(held.connection.close(), WITHIN_MS);
  await waitAtMost(held.settled, WITHIN_MS);
}
