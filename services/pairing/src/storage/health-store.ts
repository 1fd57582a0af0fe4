import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import { isSilent, learnHabit, quietBefore } from '../domain/device-habit.ts';
import type { Restriction } from '../domain/restriction.ts';
import { deviceRow } from './device-rows.ts';

const lockHealth = defineStatement({
  name: 'pairing.lock-device-health',
  plan: 'index',
  text: `SELECT last_heard_at, habit_seconds, restriction, restricted_until FROM devices
          WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`,
  params: { tenantId: 'int4', id: 'int4' },
  row: {
    lastHeardAt: 'timestamptz?',
    habitSeconds: 'float8?',
    restriction: deviceRow.restriction,
    restrictedUntil: deviceRow.restrictedUntil,
  },
});

/** Hot (ADR 5): once per received message, at most every five seconds per device. */
const writeHabit = defineStatement({
  name: 'pairing.write-device-habit',
  plan: 'index',
  text: 'UPDATE devices SET last_heard_at = $2, habit_seconds = $3, silent_since = NULL WHERE id = $1',
  params: { id: 'int4', lastHeardAt: 'timestamptz?', habitSeconds: 'float8?' },
});

/** A device that has received something in the meantime is not marked. */
const markSilent = defineBatchStatement({
  name: 'pairing.mark-silent-devices',
  text: `UPDATE devices d SET silent_since = d.last_heard_at
           FROM unnest($1::int4[], $2::timestamptz[]) AS s (id, last_heard_at)
          WHERE d.id = s.id AND d.last_heard_at = s.last_heard_at AND d.status = 'connected' AND d.silent_since IS NULL
         RETURNING d.id`,
  items: { id: 'int4', lastHeardAt: 'timestamptz?' },
  row: { id: 'int4' },
});

const PAGE = 500;

/** Connected devices with a habit that have received nothing since `heardBefore`, in the order of their ids. */
const listQuiet = ({ prisma }: PrismaDatabase, afterId: number, heardBefore: Date) =>
  prisma.device.findMany({
    where: {
      id: { gt: afterId },
      status: 'connected',
      silentSince: null,
      habitSeconds: { not: null },
      lastHeardAt: { lt: heardBefore },
    },
    select: { id: true, lastHeardAt: true, habitSeconds: true },
    orderBy: { id: 'asc' },
    take: PAGE,
  });

export type HealthStore = ReturnType<typeof makeHealthStore>;

/** The health of devices: times of received messages, and limits of the network. */
export function makeHealthStore(database: PrismaDatabase) {
  return {
    /** A message was received: updates the habit of the device and ends its silence. */
    heard: (tenantId: number, id: number, at: Date): Promise<void> =>
      database.transaction(async (sql) => {
        const habit = await lockHealth.first(sql, { tenantId, id });
        if (habit) await writeHabit.run(sql, { id, ...learnHabit(habit, at) });
      }),

    /** Stores the restriction that `decide` computes from the current one. */
    changeRestriction: (
      tenantId: number,
      id: number,
      decide: (current: Restriction | null) => Restriction | null,
    ): Promise<void> =>
      database.prismaTransaction(async ({ prisma, sql }) => {
        const row = await lockHealth.first(sql, { tenantId, id });
        if (!row) return;
        const { restriction: name, restrictedUntil: until } = row;
        const next = decide(name === null ? null : { name, until });
        const data = { restriction: next?.name ?? null, restrictedUntil: next?.until ?? null };
        await prisma.device.updateMany({ where: { tenantId, id }, data });
      }),

    /** Marks connected devices that have been silent for much longer than usual; returns the newly marked ones. */
    async markSilent(now: Date): Promise<number[]> {
      const found: number[] = [];
      for (let afterId: number | undefined = 0; afterId !== undefined; ) {
        const quiet = await listQuiet(database, afterId, quietBefore(now));
        const silent = quiet.filter((habit) => isSilent(habit, now));
        found.push(...(await markSilent.all(database, silent, {})).map(({ id }) => id));
        afterId = quiet.length < PAGE ? undefined : quiet.at(-1)?.id;
      }
      return found;
    },
  };
}
