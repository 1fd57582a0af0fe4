import type { HeldDevice } from '../adapters/held-device.ts';
import { REPLACED_GRACE_MS, WANTED } from '../domain/device-state.ts';
import type { PairingService } from '../service.ts';
import { handleDeviceEvent } from './handle-device-event.ts';

/** Resumes a device that was just claimed; the connection is opened within this time. */
export function startDevice(service: PairingService, held: HeldDevice, spreadMs: number): void {
  const { status, reason, replacedAt, isPaired } = held.device.state;
  if (!WANTED.includes(status)) return;
  // A shown code belongs to a connection that has ended.
  if (!isPaired) return void handleDeviceEvent(service, held, { kind: 'closed', reason: 'pairing_ended' });
  const graceMs =
    reason === 'replaced' && replacedAt
      ? Math.max(0, replacedAt.getTime() + REPLACED_GRACE_MS - service.now().getTime())
      : 0;
  held.connection.connect(graceMs + Math.random() * spreadMs);
}
