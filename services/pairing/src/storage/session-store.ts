import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineStatement } from '@parley/database/statement';
import { UNPAIRED } from '../domain/device-state.ts';

/** A session to create. */
export interface NewSession {
  tenantId: number;
  instanceId: string;
  label: string;
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
}

const lockSessions = defineStatement({
  name: 'pairing.lock-sessions',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('parley:sessions:' || $1::int4, 0))::text AS locked`,
  params: { tenantId: 'int4' },
  row: { locked: 'text!' },
});

/**
 * Creates sessions, one at a time per tenant: `check` gets the expiry times of the tenant's unpaired sessions, and
 * throws when there are too many. Returns the session's id.
 */
export function makeSessionStore(database: Pick<PrismaDatabase, 'prismaTransaction'>) {
  return {
    create: ({ now, tokenHash, ...session }: NewSession, check: (expiries: Date[]) => void): Promise<number> =>
      database.prismaTransaction(async ({ prisma, sql }) => {
        const { tenantId } = session;
        await lockSessions.first(sql, { tenantId });
        const where = { tenantId, isPaired: false, status: { in: [...UNPAIRED] } };
        const unpaired = await prisma.device.findMany({ where, select: { expiresAt: true } });
        check(unpaired.map(({ expiresAt }) => expiresAt));
        const data = { ...session, tokenHash: new Uint8Array(tokenHash), since: now, createdAt: now };
        return (await prisma.device.create({ data, select: { id: true } })).id;
      }),
  };
}

export type SessionStore = ReturnType<typeof makeSessionStore>;
