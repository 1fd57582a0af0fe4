import type { PairingService } from '../service.ts';
import { isSilent, quietBefore } from './device-habit.rules.ts';
import { listQuietDevices, markSilent } from './health.store.ts';

const PAGE = 500;

/** Marks and reports connected devices that have been silent for much longer than usual, each once. */
export async function findSilentDevices(service: PairingService): Promise<void> {
  const { rawDatabase, logger } = service;
  const now = service.now();
  const found: number[] = [];
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    const quiet = await listQuietDevices(rawDatabase, { afterId, heardBefore: quietBefore(now), count: PAGE });
    const silent = quiet.filter((habit) => isSilent(habit, now));
    found.push(...(await markSilent(rawDatabase, silent)));
    afterId = quiet.length < PAGE ? undefined : quiet.at(-1)?.id;
  }
  for (const id of found)
    logger.warn(
      'device.silent',
      { device_id: id },
      'A connected device has received nothing for much longer than usual.',
    );
}
