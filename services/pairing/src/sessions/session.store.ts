import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { UNPAIRED } from '../leases/device-state.rules.ts';

type Rows = Pick<PrismaDatabase['prisma'], 'device'>;

/** A session to create. */
export interface NewSession {
  tenantId: number;
  instanceId: string;
  label: string;
  tokenHash: Buffer;
  historyDays: number;
  /** Sealed; null: none. */
  proxy: string | null;
  now: Date;
  expiresAt: Date;
}

const lock = defineStatement({
  name: 'pairing.lock-sessions',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('parley:sessions:' || $1::int4, 0))::text AS locked`,
  params: { tenantId: 'int4' },
  row: { locked: 'text!' },
});

/** Creates sessions of a tenant one at a time. */
export async function lockSessions(sql: Sql, tenantId: number): Promise<void> {
  await lock.first(sql, { tenantId });
}

/** The expiry times of the tenant's unpaired sessions. */
export async function listExpiries(prisma: Rows, tenantId: number): Promise<Date[]> {
  const where = { tenantId, isPaired: false, status: { in: [...UNPAIRED] } };
  const unpaired = await prisma.device.findMany({ where, select: { expiresAt: true } });
  return unpaired.map(({ expiresAt }) => expiresAt);
}

/** Returns the session's id. */
export async function insertSession(prisma: Rows, { now, tokenHash, ...session }: NewSession): Promise<number> {
  const data = { ...session, tokenHash: new Uint8Array(tokenHash), since: now, createdAt: now };
  return (await prisma.device.create({ data, select: { id: true } })).id;
}
