import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import type { RegistrationLog } from './signup.rules.ts';

type Rows = { prisma: Pick<PrismaTransaction['prisma'], 'channelAccount'> };
type Row = { id: number; tenantId: number };

const lockLog = defineStatement({
  name: 'channel-connect.lock-registrations',
  text: `SELECT register_attempts AS attempts, register_since AS since, register_locked_until AS locked_until
           FROM channel_accounts WHERE id = $1 AND tenant_id = $2 FOR NO KEY UPDATE`,
  params: { id: 'int4', tenantId: 'int4' },
  row: { attempts: 'int4', since: 'timestamptz?', lockedUntil: 'timestamptz?' },
});

const NONE: RegistrationLog = { attempts: 0, since: null, lockedUntil: null };

/** A tenant's registrations of a number. */
export async function findRegistrations(
  { prisma }: Rows,
  tenantId: number,
  externalId: string,
): Promise<RegistrationLog> {
  const row = await prisma.channelAccount.findFirst({
    where: { tenantId, channel: 'wa', externalId },
    select: { registerAttempts: true, registerSince: true, registerLockedUntil: true },
  });
  return row
    ? { attempts: row.registerAttempts, since: row.registerSince, lockedUntil: row.registerLockedUntil }
    : NONE;
}

/** Locks a number's row, and returns its registrations. */
export const lockRegistrationLog = async (sql: Sql, row: Row): Promise<RegistrationLog> =>
  (await lockLog.first(sql, row)) ?? NONE;

export async function keepRegistration(
  { prisma }: Rows,
  { id, tenantId }: Row,
  { attempts, since }: { attempts: number; since: Date },
): Promise<void> {
  const data = { registerAttempts: attempts, registerSince: since };
  await prisma.channelAccount.updateMany({ where: { id, tenantId }, data });
}

/** Stores until when Meta refuses every registration of the number. */
export async function lockRegistrations({ prisma }: Rows, { id, tenantId }: Row, until: Date): Promise<void> {
  await prisma.channelAccount.updateMany({ where: { id, tenantId }, data: { registerLockedUntil: until } });
}
