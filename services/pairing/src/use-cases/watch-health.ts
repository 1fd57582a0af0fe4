import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import type { HealthSignal } from '../domain/device-network.ts';
import { externalIdOf, type LinkedDevice } from '../domain/linked-device.ts';
import { nextRestriction } from '../domain/restriction.ts';
import type { HealthStore } from '../storage/health-store.ts';

export interface WatchHealthDeps {
  devices: HealthStore;
  onSilent(deviceId: number): void;
  onRestricted(deviceId: number, signal: HealthSignal): void;
  report(error: unknown): void;
  now(): Date;
}

/** Messages within this interval count once for the habit. */
const NOTE_EVERY_MS = 5000;

/** Detects problems of connected devices. */
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
      devices
        .changeRestriction(device.tenantId, device.id, (current) => nextRestriction(current, signal, now()))
        .catch(report);
    },
    /** Reports newly silent devices, each once. */
    async findSilent(): Promise<void> {
      for (const id of await devices.markSilent(now())) onSilent(id);
    },
  };
}
