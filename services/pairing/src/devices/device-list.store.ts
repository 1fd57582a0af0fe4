import type { DEVICE_SORTS } from '@parley/common/contracts/operator/linked-devices';
import { SessionStatus } from '@parley/common/contracts/sessions/session-fields';
import { oneOf } from '@parley/database/column';
import { sortedBy } from '@parley/database/sorted-by';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { IS_WANTED } from './device-row.store.ts';

/**
 * `place` is the position of the problem in DEVICE_PROBLEMS; leases are compared with the database's clock.
 */
const list = defineStatement({
  name: 'pairing.list-devices-of-all',
  text: `SELECT * FROM (
           SELECT d.id, t.slug AS tenant, d.label, d.phone, d.status, d.reason, d.since, d.last_heard_at,
                  CASE WHEN d.lease_until > now() THEN d.worker_id END AS worker,
                  CASE WHEN d.status <> 'connected' THEN 0
                       WHEN d.restriction IS NOT NULL AND (d.restricted_until IS NULL OR d.restricted_until > now()) THEN 1
                       WHEN d.silent_since IS NOT NULL THEN 2 ELSE 3 END AS place
             FROM devices d JOIN tenants t ON t.id = d.tenant_id
            WHERE d.is_paired AND ${IS_WANTED.replace('status', 'd.status')}) placed
          WHERE (place, id) > ($1::int4, $2::int4) AND ($8::int4 IS NULL OR id = $8)
            AND strpos(lower(concat_ws(' ', tenant, label, phone)), lower($4)) > 0
          ORDER BY ${sortedBy({
            text: `CASE $5 WHEN 'tenant' THEN tenant END`,
            number: `CASE $5 WHEN 'problem' THEN place WHEN 'since' THEN extract(epoch FROM since)
                               WHEN 'last_heard' THEN extract(epoch FROM last_heard_at) END`,
            descending: '$6',
          })}, place, id OFFSET $7::int4 LIMIT $3::int4`,
  params: {
    afterPlace: 'int4',
    afterId: 'int4',
    count: 'int4',
    q: 'text',
    sort: 'text',
    descending: 'bool',
    offset: 'int4',
    id: 'int4?',
  },
  row: {
    id: 'int4',
    tenant: 'text',
    label: 'text',
    phone: 'text?',
    status: oneOf(...SessionStatus.options),
    reason: 'text?',
    since: 'timestamptz',
    lastHeardAt: 'timestamptz?',
    worker: 'text?',
    place: 'int4!',
  },
});

/** The position at which a page begins. */
export interface DevicePlace {
  place: number;
  id: number;
}

export interface DeviceQuery {
  q: string;
  sort: (typeof DEVICE_SORTS)[number];
  descending: boolean;
  /** Null: all. */
  id: number | null;
  after: DevicePlace;
  offset: number;
  count: number;
}

/** Devices of all tenants that should have a socket; of equal ones those with a problem first. */
export const listDevicesOfAll = (sql: Sql, { after, ...query }: DeviceQuery) =>
  list.all(sql, { ...query, afterPlace: after.place, afterId: after.id });

export type ListedDevice = Awaited<ReturnType<typeof listDevicesOfAll>>[number];
