import type { LinkedDevice } from '../devices/linked-device.rules.ts';
import type { PairingService } from '../service.ts';
import { learnHabit } from './device-habit.rules.ts';
import { lockHealth, writeHabit } from './health.store.ts';

/** A device received a message: updates how often it does, and ends its silence. */
export async function updateHabit(
  { rawDatabase }: Pick<PairingService, 'rawDatabase'>,
  { tenantId, id }: Pick<LinkedDevice, 'tenantId' | 'id'>,
  at: Date,
): Promise<void> {
  await rawDatabase.transaction(async (sql) => {
    const health = await lockHealth(sql, tenantId, id);
    if (health) await writeHabit(sql, id, learnHabit(health.habit, at));
  });
}
