import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import type { HealthSignal } from '../domain/device-network.ts';
import { externalIdOf, type LinkedDevice } from '../domain/linked-device.ts';
import type { DeviceStore } from '../storage/device-store.ts';

export interface WatchHealthDeps {
  devices: Pick<DeviceStore, 'heard' | 'restrict' | 'lift' | 'markSilent' | 'countStates'>;
  onSilent(deviceId: number): void;
  onRestricted(deviceId: number, signal: HealthSignal): void;
  report(error: unknown): void;
  now(): Date;
}

/** A device is silent when it has heard nothing for ten times its usual pause, and for two hours at least. */
const SILENCE_FACTOR = 10;
const SILENT_AT_LEAST_MS = 2 * 3_600_000;
/** What session-status calls them. */
const RESTRICTIONS: Readonly<Record<HealthSignal['kind'], string>> = {
  reachout_timelock: 'restricted',
  capping: 'capped',
};
/** The habit is learned from messages that lie apart; a burst counts once. */
const NOTE_EVERY_MS = 5000;

/** What tells that a device which says it is connected is not well. */
export function makeWatchHealth({ devices, onSilent, onRestricted, report, now }: WatchHealthDeps) {
  const noted = new Map<string, number>();
  return {
    stored(device: LinkedDevice, items: readonly DeviceItem[]): void {
      if (!items.some(({ kind }) => kind === 'message' || kind === 'echo')) return;
      const at = now();
      const key = externalIdOf(device);
      if (at.getTime() - (noted.get(key) ?? 0) < NOTE_EVERY_MS) return;
      noted.set(key, at.getTime());
      devices.heard(device.tenantId, device.id, at).catch(report);
    },
    signalled(device: LinkedDevice, signal: HealthSignal): void {
      if (signal.isActive) onRestricted(device.id, signal);
      const name = RESTRICTIONS[signal.kind];
      const { tenantId, id } = device;
      const stored = signal.isActive
        ? devices.restrict(tenantId, id, name, signal.until, signal.kind === 'reachout_timelock')
        : devices.lift(tenantId, id, name);
      stored.catch(report);
    },
    /** Raises the alarm of silence, once each time. */
    async findSilent(): Promise<void> {
      const found = await devices.markSilent({ now: now(), factor: SILENCE_FACTOR, atLeastMs: SILENT_AT_LEAST_MS });
      for (const { id } of found) onSilent(id);
    },
  };
}
