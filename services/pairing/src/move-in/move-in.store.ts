import { MOVE_IN_SOURCES } from '@parley/common/contracts/operator/move-in';
import { SessionStatus } from '@parley/common/contracts/sessions/session-fields';
import type { Cipher } from '@parley/database/encryption';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { z } from 'zod';
import { MOVE_IN_COPYING, MOVE_IN_WAITING } from '../leases/device-state.rules.ts';
import { purposeOf } from '../leases/key.store.ts';
import type { MovedIn } from './move-in.rules.ts';
import { CREDS, type MovedKey } from './moved-device.rules.ts';

type Prisma = PrismaDatabase['prisma'];
type Devices = Pick<Prisma, 'device'>;

const Source = z.enum(MOVE_IN_SOURCES);
const LID_MAPPING = 'lid-mapping';

const MOVED = {
  id: true,
  movedFrom: true,
  movedJid: true,
  phone: true,
  label: true,
  status: true,
  reason: true,
  isPaired: true,
  since: true,
  channelAccountId: true,
} as const;

type Row = NonNullable<Awaited<ReturnType<typeof selectOne>>>;
const selectOne = (prisma: Devices, id: number) => prisma.device.findUnique({ where: { id }, select: MOVED });

const toMovedIn = ({
  movedFrom,
  movedJid,
  status,
  channelAccountId,
  isPaired,
  reason,
  since,
  ...row
}: Row): MovedIn => ({
  ...row,
  source: Source.parse(movedFrom),
  jid: movedJid ?? '',
  state: { status: SessionStatus.parse(status), reason, isPaired, since, isAnnounced: channelAccountId !== null },
});

const lockRow = defineStatement({
  name: 'pairing.lock-move-in',
  plan: 'index',
  text: 'SELECT id FROM devices WHERE tenant_id = $1 AND id = $2 AND moved_from IS NOT NULL FOR UPDATE',
  params: { tenantId: 'int4', id: 'int4' },
  row: { id: 'int4' },
});

/** A moved device of a tenant; null when there is none. */
export async function findMoveIn(prisma: Devices, tenantId: number, id: number): Promise<MovedIn | null> {
  const where = { id, tenantId, movedFrom: { not: null } };
  const row = await prisma.device.findFirst({ where, select: MOVED });
  return row && toMovedIn(row);
}

/** The same, locked until the commit. */
export async function lockMoveIn(
  { prisma, sql }: { prisma: Devices; sql: Sql },
  tenantId: number,
  id: number,
): Promise<MovedIn | null> {
  return (await lockRow.first(sql, { tenantId, id })) ? findMoveIn(prisma, tenantId, id) : null;
}

/** The newest live device of this link in a tenant, or null. */
export async function findMoveInOf(prisma: Devices, tenantId: number, jid: string): Promise<number | null> {
  const where = { tenantId, movedJid: jid, isPaired: true, status: { not: 'deleted' } };
  const found = await prisma.device.findFirst({ where, select: { id: true }, orderBy: { id: 'desc' } });
  return found?.id ?? null;
}

/** Moved devices of a tenant, newest first; `after` is the id at which the page before ended. */
export async function listMovedIn(
  prisma: Devices,
  tenantId: number,
  page: { after: number; count: number },
): Promise<MovedIn[]> {
  const where = { tenantId, movedFrom: { not: null }, id: { lt: page.after } };
  return (await prisma.device.findMany({ where, select: MOVED, orderBy: { id: 'desc' }, take: page.count })).map(
    toMovedIn,
  );
}

export async function isLiveKey(
  prisma: Pick<Prisma, 'apiKey'>,
  tenantId: number,
  instanceId: string,
): Promise<boolean> {
  return (await prisma.apiKey.count({ where: { tenantId, instanceId, revokedAt: null } })) > 0;
}

export interface NewMoveIn {
  tenantId: number;
  instanceId: string;
  source: string;
  jid: string;
  phone: string;
  label: string;
  tokenHash: Buffer;
  now: Date;
}

/** Inserts a device without keys; returns its id. */
export async function insertMoveIn(
  prisma: Devices,
  { source, jid, tokenHash, now, ...device }: NewMoveIn,
): Promise<number> {
  const data = {
    ...device,
    movedFrom: source,
    movedJid: jid,
    tokenHash: new Uint8Array(tokenHash),
    status: 'failed',
    reason: MOVE_IN_COPYING,
    isPaired: true,
    since: now,
    createdAt: now,
    // A linked device does not expire.
    expiresAt: now,
  };
  return (await prisma.device.create({ data, select: { id: true } })).id;
}

/** Deletes the keys of a device, whose copy begins again. */
export async function restartCopy(
  prisma: Pick<Prisma, 'device' | 'deviceKey'>,
  id: number,
  { label, instanceId, source, now }: Pick<NewMoveIn, 'label' | 'instanceId' | 'source' | 'now'>,
): Promise<void> {
  await prisma.deviceKey.deleteMany({ where: { deviceId: id } });
  const data = { label, instanceId, movedFrom: source, reason: MOVE_IN_COPYING, since: now };
  await prisma.device.update({ where: { id }, data });
}

const writeMovedKeys = defineStatement({
  name: 'pairing.write-moved-keys',
  text: `INSERT INTO device_keys (device_id, type, id, value)
         SELECT $1, p.type, p.id, p.value FROM unnest($2::text[], $3::text[], $4::text[]) AS p (type, id, value)
         ON CONFLICT (device_id, type, id) DO UPDATE SET value = excluded.value`,
  params: { deviceId: 'int4', types: 'text[]', ids: 'text[]', values: 'text[]' },
});

/** Stores values of a device that the transaction has locked, encrypted. A value that is named twice is stored once. */
export async function storeMovedKeys(
  sql: Sql,
  cipher: Pick<Cipher, 'encrypt'>,
  deviceId: number,
  keys: readonly MovedKey[],
): Promise<void> {
  const distinct = [...new Map(keys.map((key) => [`${key.type} ${key.id}`, key])).values()];
  await writeMovedKeys.run(sql, {
    deviceId,
    types: distinct.map(({ type }) => type),
    ids: distinct.map(({ id }) => id),
    values: distinct.map(({ type, id, value }) => cipher.encrypt(value, purposeOf(deviceId, type, id))),
  });
}

export const countMovedKeys = (prisma: Pick<Prisma, 'deviceKey'>, deviceId: number): Promise<number> =>
  prisma.deviceKey.count({ where: { deviceId } });

/** The stored credentials of a device, or null. */
export async function readMovedCreds(
  prisma: Pick<Prisma, 'deviceKey'>,
  cipher: Pick<Cipher, 'decrypt'>,
  deviceId: number,
): Promise<string | null> {
  const where = { deviceId_type_id: { deviceId, type: CREDS, id: CREDS } };
  const row = await prisma.deviceKey.findUnique({ where, select: { value: true } });
  return row && cipher.decrypt(row.value, purposeOf(deviceId, CREDS, CREDS));
}

/** The phone of a hidden id, as an address of the network, from the mappings of a device; null when it has none. */
export async function findMappedPhone(
  prisma: Pick<Prisma, 'deviceKey'>,
  cipher: Pick<Cipher, 'decrypt'>,
  deviceId: number,
  lid: string,
): Promise<string | null> {
  const id = `${lid.slice(0, lid.indexOf('@'))}_reverse`;
  const where = { deviceId_type_id: { deviceId, type: LID_MAPPING, id } };
  const row = await prisma.deviceKey.findUnique({ where, select: { value: true } });
  const mapped: unknown = row && JSON.parse(cipher.decrypt(row.value, purposeOf(deviceId, LID_MAPPING, id)));
  return typeof mapped === 'string' ? `${mapped}@s.whatsapp.net` : null;
}

export async function endCopy(prisma: Devices, id: number, now: Date): Promise<void> {
  await prisma.device.update({ where: { id }, data: { reason: MOVE_IN_WAITING, since: now } });
}
