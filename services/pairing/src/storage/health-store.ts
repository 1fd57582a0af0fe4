import type { Database } from '@parley/database/connect-database';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import { isSilent, learnHabit, quietBefore } from '../domain/device-habit.ts';
import type { Restriction } from '../domain/restriction.ts';
import { deviceRow } from './device-rows.ts';

const lockHealth = defineStatement({
  name: 'pairing.lock-device-health',
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

const writeHabit = defineStatement({
  name: 'pairing.write-device-habit',
  text: 'UPDATE devices SET last_heard_at = $2, habit_seconds = $3, silent_since = NULL WHERE id = $1',
  params: { id: 'int4', lastHeardAt: 'timestamptz?', habitSeconds: 'float8?' },
});

const writeRestriction = defineStatement({
  name: 'pairing.write-device-restriction',
  text: 'UPDATE devices SET restriction = $2, restricted_until = $3 WHERE id = $1',
  params: { id: 'int4', name: 'text?', until: 'timestamptz?' },
});

const listQuiet = defineStatement({
  name: 'pairing.list-quiet-devices',
  text: `SELECT id, last_heard_at, habit_seconds FROM devices
          WHERE id > $1 AND status = 'connected' AND silent_since IS NULL AND habit_seconds IS NOT NULL
            AND last_heard_at < $2
          ORDER BY id LIMIT $3::int4`,
  params: { afterId: 'int4', heardBefore: 'timestamptz', count: 'int4' },
  row: { id: 'int4', lastHeardAt: 'timestamptz?', habitSeconds: 'float8?' },
});

/** One that has heard something meanwhile is left alone. */
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

export type HealthStore = ReturnType<typeof makeHealthStore>;

/** What tells how a device is: when it heard something, and what the network says of its account. */
export function makeHealthStore(database: Pick<Database, 'query' | 'transaction'>) {
  return {
    /** A message was heard: the habit of the device moves, and it is silent no more. */
    heard: (tenantId: number, id: number, at: Date): Promise<void> =>
      database.transaction(async (sql) => {
        const habit = await lockHealth.first(sql, { tenantId, id });
        if (habit) await writeHabit.run(sql, { id, ...learnHabit(habit, at) });
      }),

    /** Stores the restriction that `decide` makes of the one before. */
    changeRestriction: (
      tenantId: number,
      id: number,
      decide: (current: Restriction | null) => Restriction | null,
    ): Promise<void> =>
      database.transaction(async (sql) => {
        const row = await lockHealth.first(sql, { tenantId, id });
        if (!row) return;
        const { restriction: name, restrictedUntil: until } = row;
        const next = decide(name === null ? null : { name, until });
        await writeRestriction.run(sql, { id, name: next?.name ?? null, until: next?.until ?? null });
      }),

    /** Marks connected devices that have been silent for much longer than they use to be; returns those found just now. */
    async markSilent(now: Date): Promise<number[]> {
      const found: number[] = [];
      for (let afterId: number | undefined = 0; afterId !== undefined; ) {
        const quiet = await listQuiet.all(database, { afterId, heardBefore: quietBefore(now), count: PAGE });
        const silent = quiet.filter((habit) => isSilent(habit, now));
        found.push(...(await markSilent.all(database, silent, {})).map(({ id }) => id));
        afterId = quiet.length < PAGE ? undefined : quiet.at(-1)?.id;
      }
      return found;
    },
  };
}
