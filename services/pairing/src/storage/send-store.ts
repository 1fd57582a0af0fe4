import type { Cipher } from '@parley/prisma/encryption';
import type { Sql } from '@parley/prisma/sql';

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
      const { rows } = await sql.query<{ provider_message_id: string }>({
        name: 'device-sends-choose',
        text: `INSERT INTO device_sends (device_id, provider_message_id, message_id, part, created_at)
               VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (device_id, message_id, part) DO UPDATE SET message_id = excluded.message_id
               RETURNING provider_message_id`,
        values: [part.deviceId, part.offered, part.messageId, part.part, part.now],
      });
      return rows[0]?.provider_message_id ?? part.offered;
    },

    /** Kept before it leaves, so that a peer who cannot read it can ask for it again. */
    async keepContent(deviceId: number, providerMessageId: string, content: string): Promise<void> {
      await sql.query({
        name: 'device-sends-keep',
        text: 'UPDATE device_sends SET content = $3 WHERE device_id = $1 AND provider_message_id = $2',
        values: [deviceId, providerMessageId, cipher.encrypt(content, purposeOf(deviceId, providerMessageId))],
      });
    },

    async findContent(deviceId: number, providerMessageId: string): Promise<string | null> {
      const { rows } = await sql.query<{ content: string | null }>({
        name: 'device-sends-content',
        text: 'SELECT content FROM device_sends WHERE device_id = $1 AND provider_message_id = $2',
        values: [deviceId, providerMessageId],
      });
      const content = rows[0]?.content;
      return content ? cipher.decrypt(content, purposeOf(deviceId, providerMessageId)) : null;
    },

    /** Our own message behind each of these ids of the network; those that are not ours are left out. */
    async findMessageIds(deviceId: number, providerMessageIds: readonly string[]): Promise<Map<string, string>> {
      if (providerMessageIds.length === 0) return new Map();
      const { rows } = await sql.query<{ provider_message_id: string; message_id: string }>({
        name: 'device-sends-find',
        text: `SELECT provider_message_id, message_id::text FROM device_sends
                WHERE device_id = $1 AND provider_message_id = ANY ($2)`,
        values: [deviceId, providerMessageIds],
      });
      return new Map(rows.map((row) => [row.provider_message_id, row.message_id]));
    },

    /** Forgets what was sent before; answers how much. */
    async forgetBefore(before: Date): Promise<number> {
      const { rowCount } = await sql.query({
        text: `DELETE FROM device_sends WHERE (device_id, provider_message_id) IN
                 (SELECT device_id, provider_message_id FROM device_sends WHERE created_at < $1 LIMIT 5000)`,
        values: [before],
      });
      return rowCount;
    },
  };
}
