import { at } from '@parley/common/at';
import type { Cipher } from '@parley/database/encryption';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';

type Rows = Pick<PrismaDatabase['prisma'], 'deviceSend'>;

const deleteBefore = defineStatement({
  name: 'pairing.forget-sends',
  text: `DELETE FROM device_sends WHERE (device_id, provider_message_id) IN (
           SELECT device_id, provider_message_id FROM device_sends WHERE created_at < $1 ORDER BY created_at LIMIT $2::int4)`,
  params: { before: 'timestamptz', limit: 'int4' },
});

/** Hot (ADR 18): once per sent message. Keeps the id of this part that an earlier attempt chose. */
const insertSend = defineStatement({
  name: 'pairing.choose-send-id',
  plan: 'index',
  text: `INSERT INTO device_sends (device_id, provider_message_id, message_id, part, created_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (device_id, message_id, part) DO UPDATE SET message_id = excluded.message_id
         RETURNING provider_message_id`,
  params: { deviceId: 'int4', offered: 'text', messageId: 'int8', part: 'int4', now: 'timestamptz' },
  row: { providerMessageId: 'text' },
});

/** Hot (ADR 18): once per sent message. */
const writeContent = defineStatement({
  name: 'pairing.keep-sent-content',
  plan: 'index',
  text: 'UPDATE device_sends SET content = $3 WHERE device_id = $1 AND provider_message_id = $2',
  params: { deviceId: 'int4', providerMessageId: 'text', content: 'text' },
});

/** Hot (ADR 18): once per batch of received items. */
const selectMessages = defineStatement({
  name: 'pairing.find-sent-messages',
  plan: 'index',
  text: `SELECT provider_message_id, message_id FROM device_sends
          WHERE device_id = $1 AND provider_message_id = ANY ($2)`,
  params: { deviceId: 'int4', providerMessageIds: 'text[]' },
  row: { providerMessageId: 'text', messageId: 'int8' },
});

/** Rows per deletion. */
const BATCH = 5000;

const purposeOf = (deviceId: number, providerMessageId: string): string =>
  `device_sends:${deviceId}:${providerMessageId}`;

/** One part of a message, and the id at the network that is offered for it. */
export interface SendPart {
  deviceId: number;
  messageId: string;
  part: number;
  offered: string;
  now: Date;
}

/** The network's id of one part of a message: `offered`, or the id that an earlier attempt chose. */
export const chooseSendId = async (sql: Sql, part: SendPart): Promise<string> =>
  at(await insertSend.all(sql, part), 0).providerMessageId;

/** Stores the content before it is sent, for recipients that cannot decrypt it and request it again. */
export async function keepContent(
  sql: Sql,
  cipher: Pick<Cipher, 'encrypt'>,
  deviceId: number,
  providerMessageId: string,
  content: string,
): Promise<void> {
  const sealed = cipher.encrypt(content, purposeOf(deviceId, providerMessageId));
  await writeContent.run(sql, { deviceId, providerMessageId, content: sealed });
}

export async function findContent(
  prisma: Rows,
  cipher: Pick<Cipher, 'decrypt'>,
  deviceId: number,
  providerMessageId: string,
): Promise<string | null> {
  const where = { deviceId_providerMessageId: { deviceId, providerMessageId } };
  const sent = await prisma.deviceSend.findUnique({ where, select: { content: true } });
  const content = sent?.content;
  return content ? cipher.decrypt(content, purposeOf(deviceId, providerMessageId)) : null;
}

/** Our own message for each of these network ids; ids that are not ours are left out. */
export async function findMessageIds(
  sql: Sql,
  deviceId: number,
  providerMessageIds: readonly string[],
): Promise<Map<string, string>> {
  if (providerMessageIds.length === 0) return new Map();
  const rows = await selectMessages.all(sql, { deviceId, providerMessageIds: [...providerMessageIds] });
  return new Map(rows.map((row) => [row.providerMessageId, row.messageId]));
}

/** Deletes messages sent before this time; returns the number of deleted rows. */
export const forgetSendsBefore = (sql: Sql, before: Date): Promise<number> =>
  deleteBefore.run(sql, { before, limit: BATCH });
