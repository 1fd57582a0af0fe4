import { appendEvents } from '@parley/prisma/outbox/append-events';
import type { Sql } from '@parley/prisma/sql';
import { channelConnected, channelDisconnected } from '../domain/channel-events.ts';
import type { HeldSurface, Surface, UndoJob } from '../domain/surface.ts';
import type { ConnectSurfacesDeps } from '../use-cases/connect-surfaces.ts';
import { type AccountRow, COLUMNS, toAccount } from './account-rows.ts';
import { type HolderStoreDeps, writeOne } from './lock-holders.ts';
import { type LockedRow, lockNames, lockSurfaces, nameOf } from './lock-surfaces.ts';
import { disconnectRow } from './removal-store.ts';
import { addUndoJob, dropUndoJobs, isAnyUndone, undoNow } from './undo-job.ts';

interface Holding {
  tenantId: number;
  now: Date;
  claimedUntil: Date;
}

/** A connected account stays as it is; any other is held from now on, with the credentials of this authorization. */
async function holdOne(
  sql: Sql,
  surface: Surface,
  own: LockedRow | undefined,
  { tenantId, now, claimedUntil }: Holding,
): Promise<HeldSurface> {
  const { channel, externalId, name, credentials } = surface;
  // What is connected may be taken away while its provider is told: its job finds it held, or undoes it.
  const undoAt = async (dueAt: Date): Promise<UndoJob | null> =>
    channel === 'fb' ? addUndoJob(sql, { tenantId, kind: 'fb_page', externalId, credentials }, { now, dueAt }) : null;
  if (own?.status === 'connected')
    return { surface, accountId: own.id, claimedUntil: null, undoJob: await undoAt(claimedUntil) };
  // Holds of the same tenant that are under way each end at a moment of their own.
  const until = new Date(Math.max(claimedUntil.getTime(), (own?.claimed_until?.getTime() ?? 0) + 1));
  const { id } = own
    ? await writeOne(
        sql,
        `UPDATE channel_accounts SET status = 'connecting', credentials = $2, claimed_until = $3 WHERE id = $1`,
        [own.id, credentials, until],
      )
    : await writeOne(
        sql,
        `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, status, credentials, claimed_until)
         VALUES ($1, $2, $3, $4, 'connecting', $5, $6)`,
        [tenantId, channel, externalId, name, credentials, until],
      );
  return { surface, accountId: id, claimedUntil: until, undoJob: await undoAt(until) };
}

export function makeSurfaceHolds({
  database,
  emptyCredentials,
}: HolderStoreDeps): Pick<ConnectSurfacesDeps, 'holdSurfaces' | 'releaseSurfaces'> {
  return {
    holdSurfaces: ({ surfaces, ...holding }) =>
      database.transaction(async (sql) => {
        const { tenantId, now } = holding;
        const rows = await lockSurfaces(sql, surfaces, { tenantId, now, emptyCredentials: emptyCredentials() });
        if (rows.some((row) => row.tenant_id !== tenantId && row.status !== 'disconnected')) return null;
        const held: HeldSurface[] = [];
        for (const surface of surfaces) {
          const own = rows.find((row) => row.tenant_id === tenantId && row.name === nameOf(surface));
          held.push(await holdOne(sql, surface, own, holding));
        }
        return held;
      }),

    async releaseSurfaces({ held, now }) {
      await database.transaction(async (sql) => {
        await lockNames(
          sql,
          held.map(({ surface }) => nameOf(surface)),
        );
        for (const { accountId, claimedUntil } of held)
          await sql.query({
            text: `UPDATE channel_accounts SET status = 'disconnected', claimed_until = NULL, credentials = $3
                    WHERE id = $1 AND status = 'connecting' AND claimed_until = $2`,
            values: [accountId, claimedUntil, emptyCredentials()],
          });
        for (const { undoJob } of held) if (undoJob) await undoNow(sql, undoJob, now);
      });
    },
  };
}

interface FinishedRow extends AccountRow {
  was_connected: boolean;
}

/** Writes one surface as connected; what it is linked to was written before it. */
async function finishOne(sql: Sql, { surface, accountId }: HeldSurface, pageAccountId: number | null, now: Date) {
  const { name, credentials, tokenDueAt } = surface;
  const { rows } = await sql.query<FinishedRow>({
    text: `UPDATE channel_accounts c
              SET status = 'connected', claimed_until = NULL, name = $2, credentials = $3, linked_account_id = $4,
                  authorized_at = $5, connected_at = CASE WHEN old.status = 'connected' THEN old.connected_at ELSE $5 END,
                  disconnected_at = NULL, disconnect_reason = NULL
             FROM channel_accounts old WHERE c.id = $1 AND old.id = c.id
           RETURNING ${COLUMNS.replace(/\w+/g, 'c.$&')}, old.status = 'connected' AS was_connected`,
    values: [accountId, name, credentials, pageAccountId, now],
  });
  const [row] = rows;
  if (!row) throw new Error('A channel account that is locked was not written.');
  const account = toAccount(row);
  if (tokenDueAt)
    await sql.query({
      text: `INSERT INTO channel_tokens (channel_account_id, tenant_id, due_at, refreshed_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (channel_account_id) DO UPDATE
                SET due_at = excluded.due_at, refreshed_at = excluded.refreshed_at, attempts = 0`,
      values: [account.id, account.tenantId, tokenDueAt, now],
    });
  return { account, wasConnected: row.was_connected };
}

/** The page has another Instagram account now: the one before is reached no more. */
async function replaceLinked(sql: Sql, pageAccountId: number, keptId: number, now: Date, emptyCredentials: string) {
  const { rows } = await sql.query<AccountRow>({
    text: `SELECT ${COLUMNS} FROM channel_accounts
            WHERE linked_account_id = $1 AND id <> $2 AND status = 'connected' ORDER BY id FOR UPDATE`,
    values: [pageAccountId, keptId],
  });
  const gone = rows.map(toAccount);
  for (const account of gone) await disconnectRow(sql, account, 'replaced', now, emptyCredentials);
  return gone.map((account) => channelDisconnected(account, 'replaced', now));
}

const undoJobsOf = (held: readonly HeldSurface[]): UndoJob[] => held.flatMap(({ undoJob }) => undoJob ?? []);

/** The link is still unused, every account still held, and no subscription taken back meanwhile. */
async function readObstacle(
  sql: Sql,
  tenantId: number,
  linkId: number,
  held: readonly HeldSurface[],
): Promise<'link_used' | 'interrupted' | null> {
  const link = await sql.query<{ used_at: Date | null }>({
    text: 'SELECT used_at FROM connect_links WHERE id = $1 AND tenant_id = $2 FOR UPDATE',
    values: [linkId, tenantId],
  });
  if (!link.rows[0] || link.rows[0].used_at) return 'link_used';
  await lockNames(
    sql,
    held.map(({ surface }) => nameOf(surface)),
  );
  const rows = await sql.query({
    text: `SELECT 1 FROM channel_accounts
            WHERE id = ANY ($1) AND tenant_id = $2 AND status IN ('connecting', 'connected') ORDER BY id FOR UPDATE`,
    values: [held.map(({ accountId }) => accountId), tenantId],
  });
  if (rows.rowCount < held.length) return 'interrupted';
  return (await isAnyUndone(sql, undoJobsOf(held))) ? 'interrupted' : null;
}

/** Everything of one authorization is connected, in one transaction with the events that tell of it. */
export function makeSurfaceFinish({
  database,
  emptyCredentials,
  wakeLanes,
}: HolderStoreDeps): Pick<ConnectSurfacesDeps, 'finishSurfaces'> {
  return {
    async finishSurfaces({ tenantId, linkId, held, now }) {
      const done = await database.transaction(async (sql) => {
        const obstacle = await readObstacle(sql, tenantId, linkId, held);
        if (obstacle !== null) return { obstacle, woken: [] };
        const pages = new Map<string, number>();
        const events = [];
        for (const one of held) {
          const { channel, externalId, pageId } = one.surface;
          const pageAccountId = pageId === null ? null : (pages.get(pageId) ?? null);
          const { account, wasConnected } = await finishOne(sql, one, pageAccountId, now);
          if (channel === 'fb') pages.set(externalId, account.id);
          if (pageAccountId !== null)
            events.push(...(await replaceLinked(sql, pageAccountId, account.id, now, emptyCredentials())));
          if (!wasConnected) events.push(channelConnected(account));
        }
        await dropUndoJobs(sql, undoJobsOf(held));
        await sql.query({
          text: 'UPDATE connect_links SET used_at = $2, state_hash = NULL WHERE id = $1',
          values: [linkId, now],
        });
        return { obstacle: null, woken: await appendEvents(sql, events) };
      });
      wakeLanes(done.woken);
      return done.obstacle ?? 'connected';
    },
  };
}
