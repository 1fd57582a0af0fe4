import type { Cipher } from '@parley/database/encryption';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

/** An earlier try has chosen the id of this part: it stays. */
const chooseId = defineStatement({
  name: 'pairing.choose-send-id',
  text: `INSERT INTO device_sends (device_id, provider_message_id, message_id, part, created_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (device_id, message_id, part) DO UPDATE SET message_id = excluded.message_id
         RETURNING provider_message_id`,
  params: { deviceId: 'int4', offered: 'text', messageId: 'int8', part: 'int4', now: 'timestamptz' },
  row: { providerMessageId: 'text' },
});

const keepContent = defineStatement({
  name: 'pairing.keep-sent-content',
  text: 'UPDATE device_sends SET content = $3 WHERE device_id = $1 AND provider_message_id = $2',
  params: { deviceId: 'int4', providerMessageId: 'text', content: 'text' },
});

const findContent = defineStatement({
  name: 'pairing.find-sent-content',
  text: 'SELECT content FROM device_sends WHERE device_id = $1 AND provider_message_id = $2',
  params: { deviceId: 'int4', providerMessageId: 'text' },
  row: { content: 'text?' },
});

const findMessageIds = defineStatement({
  name: 'pairing.find-sent-messages',
  text: `SELECT provider_message_id, message_id FROM device_sends
          WHERE device_id = $1 AND provider_message_id = ANY ($2)`,
  params: { deviceId: 'int4', providerMessageIds: 'text[]' },
  row: { providerMessageId: 'text', messageId: 'int8' },
});

const forgetBefore = defineStatement({
  name: 'pairing.forget-old-sends',
  text: `DELETE FROM device_sends WHERE (device_id, provider_message_id) IN
           (SELECT device_id, provider_message_id FROM device_sends WHERE created_at < $1 LIMIT 5000)`,
  params: { before: 'timestamptz' },
});

const purposeOf = (deviceId: number, providerMessageId: string): string =>
  `device_sends:${deviceId}:${providerMessageId}`;

export type SendStore = ReturnType<typeof makeSendStore>;

/** What was sent from devices, kept for some days. */
export function makeSendStore(sql: Sql, cipher: Pick<Cipher, 'encrypt' | 'decrypt'>) {
  return {
    /** The network's id of one part of a message of ours: `offered`, or the one that an earlier try chose. */
    async chooseId(part: {
      deviceId: number;
      messageId: string;
      part: number;
      offered: string;
      now: Date;
    }): Promise<string> {
      return (await chooseId.first(sql, part))?.providerMessageId ?? part.offered;
    },

    /** Kept before it leaves, so that a peer who cannot read it can ask for it again. */
    async keepContent(deviceId: number, providerMessageId: string, content: string): Promise<void> {
      const sealed = cipher.encrypt(content, purposeOf(deviceId, providerMessageId));
      await keepContent.run(sql, { deviceId, providerMessageId, content: sealed });
    },

    async findContent(deviceId: number, providerMessageId: string): Promise<string | null> {
      const content = (await findContent.first(sql, { deviceId, providerMessageId }))?.content;
      return content ? cipher.decrypt(content, purposeOf(deviceId, providerMessageId)) : null;
    },

    /** Our own message behind each of these ids of the network; those that are not ours are left out. */
    async findMessageIds(deviceId: number, providerMessageIds: readonly string[]): Promise<Map<string, string>> {
      if (providerMessageIds.length === 0) return new Map();
      const rows = await findMessageIds.all(sql, { deviceId, providerMessageIds: [...providerMessageIds] });
      return new Map(rows.map((row) => [row.providerMessageId, row.messageId]));
    },

    /** Forgets what was sent before; returns how much. */
    forgetBefore: (before: Date): Promise<number> => forgetBefore.run(sql, { before }),
  };
}
