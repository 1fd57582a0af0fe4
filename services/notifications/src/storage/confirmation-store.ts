import type { NotificationChannel } from '@parley/common/notification-kinds';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

/** An address that waits for its confirmation. */
export interface Confirmation {
  address: string;
  nonce: string;
}

const save = defineStatement({
  name: 'notifications.save-confirmation',
  text: `INSERT INTO recipient_confirmations (recipient_id, way, address, nonce, expires_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (recipient_id, way) DO UPDATE
            SET address = excluded.address, nonce = excluded.nonce, expires_at = excluded.expires_at, attempts = 0`,
  params: { recipientId: 'int4', way: 'text', address: 'text', nonce: 'text', expiresAt: 'timestamptz' },
});

/** The newest confirmation of an address: what was sent before it is worth nothing. */
export async function saveConfirmation(
  sql: Sql,
  given: Confirmation & { recipientId: number; way: NotificationChannel; expiresAt: Date },
): Promise<void> {
  await save.run(sql, given);
}

const find = defineStatement({
  name: 'notifications.find-confirmation',
  text: 'SELECT address, nonce FROM recipient_confirmations WHERE recipient_id = $1 AND way = $2 AND expires_at > $3',
  params: { recipientId: 'int4', way: 'text', now: 'timestamptz' },
  row: { address: 'text', nonce: 'text' },
});

/** What an address still waits for; null when it is over. */
export const findConfirmation = (
  sql: Sql,
  recipientId: number,
  way: NotificationChannel,
  now: Date,
): Promise<Confirmation | null> => find.first(sql, { recipientId, way, now });

const takeTry = defineStatement({
  name: 'notifications.take-code-try',
  text: `UPDATE recipient_confirmations SET attempts = attempts + 1
          WHERE recipient_id = $1 AND way = 'sms' AND expires_at > $2 AND attempts < $3::int4
         RETURNING address, nonce`,
  params: { recipientId: 'int4', now: 'timestamptz', maxTries: 'int4' },
  row: { address: 'text', nonce: 'text' },
});

/** Counts a try of a code before it is looked at, so that many at once guess no more than one after another. */
export const takeCodeTry = (sql: Sql, recipientId: number, now: Date, maxTries: number): Promise<Confirmation | null> =>
  takeTry.first(sql, { recipientId, now, maxTries });

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

/** False where the address is another one by now, or was confirmed before. */
export const confirmAddress = async (
  sql: Sql,
  given: { recipientId: number; way: NotificationChannel; nonce: string; now: Date },
): Promise<boolean> => (await confirm.run(sql, given)) > 0;

const lock = defineStatement({
  name: 'notifications.lock-recipient',
  text: 'SELECT id FROM recipients WHERE id = $1 FOR NO KEY UPDATE',
  params: { recipientId: 'int4' },
  row: { id: 'int4' },
});

/** Until the end of the transaction nobody else changes the recipient. */
export async function lockRecipient(sql: Sql, recipientId: number): Promise<void> {
  await lock.first(sql, { recipientId });
}
