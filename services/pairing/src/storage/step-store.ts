import type { Channel } from '@parley/common/channels';
import type { DisconnectReason } from '@parley/common/events';
import type { Database } from '@parley/prisma/connect-database';
import { appendEvents } from '@parley/prisma/outbox/append-events';
import type { Sql } from '@parley/prisma/sql';
import { deviceConnected, deviceDisconnected } from '../domain/device-events.ts';
import { type DeviceLease, LeaseLost } from '../domain/device-lease.ts';
import type { DeviceEffect } from '../domain/device-state.ts';
import { externalIdOf, type LinkedDevice } from '../domain/linked-device.ts';

export interface StepStoreDeps {
  database: Pick<Database, 'transaction'>;
  /** What an account of this channel has in place of credentials. */
  emptyCredentials(): string;
  /** After the commit: deliveries of these keys are due. */
  wakeLanes(instanceIds: string[]): void;
}

/** Stores the next state of a device with what follows from it, in one transaction under its lease. Throws LeaseLost. */
export type SaveStep = (
  lease: DeviceLease,
  device: LinkedDevice,
  effects: readonly DeviceEffect[],
  now: Date,
) => Promise<void>;

const WD: Channel = 'wd';

/** The channel of a device: a phone that is linked again goes on in its row, another phone gets a new one. */
async function connectChannel(sql: Sql, device: LinkedDevice, credentials: string, now: Date): Promise<number> {
  const externalId = externalIdOf(device);
  const { rows: before } = await sql.query<{ id: number }>({
    text: `UPDATE channel_accounts
              SET status = 'connected', name = $4, credentials = $6, connected_at = $7,
                  disconnected_at = NULL, disconnect_reason = NULL
            WHERE id = (SELECT id FROM channel_accounts
                         WHERE tenant_id = $1 AND channel = $2 AND external_id = $3 AND number IS NOT DISTINCT FROM $5
                         ORDER BY id DESC LIMIT 1)
            RETURNING id`,
    values: [device.tenantId, WD, externalId, device.label, device.phone, credentials, now],
  });
  if (before[0]) return before[0].id;
  const { rows } = await sql.query<{ id: number }>({
    text: `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, number, status, credentials, connected_at)
           VALUES ($1, $2, $3, $4, $5, 'connected', $6, $7) RETURNING id`,
    values: [device.tenantId, WD, externalId, device.label, device.phone, credentials, now],
  });
  if (!rows[0]) throw new Error('A channel account was not written.');
  return rows[0].id;
}

async function disconnectChannel(
  sql: Sql,
  device: LinkedDevice,
  reason: DisconnectReason,
  credentials: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await sql.query({
    text: `UPDATE channel_accounts
              SET status = 'disconnected', disconnected_at = $3, disconnect_reason = $4, credentials = $5
            WHERE tenant_id = $1 AND status = 'connected'
              AND id = (SELECT channel_account_id FROM devices WHERE tenant_id = $1 AND id = $2)`,
    values: [device.tenantId, device.id, now, reason, credentials],
  });
  return rowCount > 0;
}

/** The one writer of a device's state, of its channel account and of the two channel events. */
export function makeSaveStep({ database, emptyCredentials, wakeLanes }: StepStoreDeps): SaveStep {
  return async (lease, device, effects, now) => {
    const { state } = device;
    const woken = await database.transaction(async (sql) => {
      const { rows } = await sql.query<{ channel_account_id: number | null }>({
        text: `SELECT channel_account_id FROM devices
                WHERE id = $1 AND tenant_id = $2 AND worker_id = $3 AND lease_token = $4 AND lease_until > now() FOR UPDATE`,
        values: [lease.deviceId, device.tenantId, lease.workerId, lease.token],
      });
      const [row] = rows;
      if (!row) throw new LeaseLost(lease.deviceId);
      let accountId = row.channel_account_id;
      const told: string[] = [];
      for (const effect of effects) {
        if (effect.kind === 'wipe')
          await sql.query({ text: 'DELETE FROM device_keys WHERE device_id = $1', values: [device.id] });
        if (effect.kind === 'announce' && accountId === null) {
          accountId = await connectChannel(sql, device, emptyCredentials(), now);
          told.push(...(await appendEvents(sql, [deviceConnected(device, now)])));
        }
        if (effect.kind === 'retract' && accountId !== null) {
          if (await disconnectChannel(sql, device, effect.reason, emptyCredentials(), now))
            told.push(...(await appendEvents(sql, [deviceDisconnected(device, effect.reason, now)])));
          accountId = null;
        }
      }
      await sql.query({
        text: `UPDATE devices
                  SET status = $2, reason = $3, since = $4, is_paired = $5, attempts = $6, replaced_at = $7, phone = $8,
                      channel_account_id = $9
                WHERE id = $1`,
        values: [
          device.id,
          state.status,
          state.reason,
          state.since,
          state.isPaired,
          state.attempts,
          state.replacedAt,
          device.phone,
          accountId,
        ],
      });
      return told;
    });
    if (woken.length > 0) wakeLanes(woken);
  };
}
