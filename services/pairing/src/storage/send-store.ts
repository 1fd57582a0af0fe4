import type { Cipher } from '@parley/database/encryption';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineStatement } from '@parley/database/statement';

/** Hot (ADR 5): once per sent message. Keeps the id of this part that an earlier attempt chose. */
const chooseId = defineStatement({
  name: 'pairing.choose-send-id',
  plan: 'index',
  text: `INSERT INTO device_sends (device_id, provider_message_id, message_id, part, created_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (device_id, message_id, part) DO UPDATE SET message_id = excluded.message_id
         RETURNING provider_message_id`,
  params: { deviceId: 'int4', offered: 'text', messageId: 'int8', part: 'int4', now: 'timestamptz' },
  row: { providerMessageId: 'text' },
});

/** Hot (ADR 5): once per sent message. */
const keepContent = defineStatement({
  name: 'pairing.keep-sent-content',
  plan: 'index',
  text: 'UPDATE device_sends SET content = $3 WHERE device_id = $1 AND provider_message_id = $2',
  params: { deviceId: 'int4', providerMessageId: 'text', content: 'text' },
});

/** Hot (ADR 5): once per batch of received items. */
const findMessageIds = defineStatement({
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

export type SendStore = ReturnType<typeof makeSendStore>;

/** Messages sent from devices, kept for some days. */
export function makeSendStore(
  database: Pick<PrismaDatabase, 'query' | 'prisma'>,
  cipher: Pick<Cipher, 'encrypt' | 'decrypt'>,
) {
  return {
    /** The network's id of one part of a message: `offered`, or the id that an earlier attempt chose. */
    async chooseId(part: {
      deviceId: number;
      messageId: string;
      part: number;
      offered: string;
      now: Date;
    }): Promise<string> {
      return (await chooseId.first(database, part))?.providerMessageId ?? part.offered;
    },

    /** Stores the content before it is sent, for recipients that cannot decrypt it and request it again. */
    async keepContent(deviceId: number, providerMessageId: string, content: string): Promise<void> {
      const sealed = cipher.encrypt(content, purposeOf(deviceId, providerMessageId));
      await keepContent.run(database, { deviceId, providerMessageId, content: sealed });
    },

    async findContent(deviceId: number, providerMessageId: string): Promise<string | null> {
      const where = { deviceId_providerMessageId: { deviceId, providerMessageId } };
      const sent = await database.prisma.deviceSend.findUnique({ where, select: { content: true } });
      const content = sent?.content;
      return content ? cipher.decrypt(content, purposeOf(deviceId, providerMessageId)) : null;
    },

    /** Our own message for each of these network ids; ids that are not ours are left out. */
    async findMessageIds(deviceId: number, providerMessageIds: readonly string[]): Promise<Map<string, string>> {
      if (providerMessageIds.length === 0) return new Map();
      const rows = await findMessageIds.all(database, { deviceId, providerMessageIds: [...providerMessageIds] });
      return new Map(rows.map((row) => [row.providerMessageId, row.messageId]));
    },

    /** Deletes messages sent before this time; returns the number of deleted rows. */
    async forgetBefore(before: Date): Promise<number> {
      const where = { createdAt: { lt: before } };
      return (await database.prisma.deviceSend.deleteMany({ where, limit: BATCH })).count;
    },
  };
}
