import type { NotificationChannel } from '@parley/common/workspace/notification-kinds';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';

/** A pending confirmation of an address. */
export interface Confirmation {
  address: string;
  nonce: string;
  /** Requested over the tenant's own account, and never sent over another. */
  isOwnAccount: boolean;
}

type Rows = Pick<PrismaDatabase['prisma'], 'recipientConfirmation'>;
const CONFIRMATION = { address: true, nonce: true, isOwnAccount: true } as const;

/**
 * The count of wrong codes, and until when it applies; null where nothing is pending. The caller has locked the
 * recipient.
 */
export const findTries = (
  prisma: Rows,
  recipientId: number,
  way: NotificationChannel,
  now: Date,
): Promise<{ attempts: number; expiresAt: Date } | null> =>
  prisma.recipientConfirmation.findFirst({
    where: { recipientId, way, expiresAt: { gt: now } },
    select: { attempts: true, expiresAt: true },
  });

/** Replaces the confirmation of a recipient and way: the previous code or link becomes invalid. */
export async function saveConfirmation(
  prisma: Rows,
  {
    recipientId,
    way,
    ...fresh
  }: Confirmation & { recipientId: number; way: NotificationChannel; expiresAt: Date; attempts: number },
): Promise<void> {
  await prisma.recipientConfirmation.upsert({
    where: { recipientId_way: { recipientId, way } },
    create: { recipientId, way, ...fresh },
    update: fresh,
  });
}

/** The pending confirmation of an address; null when it has expired. */
export const findConfirmation = (
  prisma: Rows,
  recipientId: number,
  way: NotificationChannel,
  now: Date,
): Promise<Confirmation | null> =>
  prisma.recipientConfirmation.findFirst({
    where: { recipientId, way, expiresAt: { gt: now } },
    select: CONFIRMATION,
  });

/** Counts an attempt before its code is checked, so that concurrent attempts cannot exceed the limit. */
export async function countCodeAttempt(
  prisma: Rows,
  recipientId: number,
  now: Date,
  maxTries: number,
): Promise<Confirmation | null> {
  const [taken] = await prisma.recipientConfirmation.updateManyAndReturn({
    where: { recipientId, way: 'sms', expiresAt: { gt: now }, attempts: { lt: maxTries } },
    data: { attempts: { increment: 1 } },
    select: CONFIRMATION,
  });
  return taken ?? null;
}

const confirm = defineStatement({
  name: 'notifications.confirm-address',
  text: `WITH taken AS (DELETE FROM recipient_confirmations WHERE recipient_id = $1 AND way = $2 AND nonce = $3 RETURNING address)
         UPDATE recipients r
            SET email_confirmed_at = CASE WHEN $2 = 'email' THEN $4 ELSE r.email_confirmed_at END,
                phone_confirmed_at = CASE WHEN $2 = 'sms' THEN $4 ELSE r.phone_confirmed_at END
           FROM taken t
          WHERE r.id = $1 AND t.address = CASE WHEN $2 = 'email' THEN r.email ELSE r.phone END`,
  params: { recipientId: 'int4', way: 'text', nonce: 'text', now: 'timestamptz' },
});

/** Ends the confirmation and marks its address as confirmed. False when the address has changed or was confirmed before. */
export const markConfirmed = async (
  sql: Sql,
  given: { recipientId: number; way: NotificationChannel; nonce: string; now: Date },
): Promise<boolean> => (await confirm.run(sql, given)) > 0;
