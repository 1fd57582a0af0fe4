import { createHash, randomBytes } from 'node:crypto';
import { CHANNELS } from '@parley/common/channels';
import { DEFAULT_EVENT_TYPES } from '@parley/common/events/event-types';
import type { Database } from '@parley/database/connection/connect-database';
import type { Cipher } from '@parley/database/encryption';

export const WA_TOKEN = 'sandbox-wa-token';
export const BOT = '110201543';
export const BOT_TOKEN = `${BOT}:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1`;
export const BOT_SECRET = 'bot-callback-secret';
export const NUMBER = '106540352242922';
export const PAGE = '682498302938465';
export const INSTAGRAM = '17841400000000000';
export const TIKTOK = '-000m4Wq9h7yT';

type SeededChannel = 'wa' | 'wd' | 'tg' | 'fb' | 'ig' | 'tt';

const NUMBERS: Partial<Record<SeededChannel, string>> = { wa: '+15550783881', wd: '+15550001' };

/** An event in the ledger. */
export interface StoredEvent {
  id: string;
  type: string;
  tenant_id: number;
  channel: string;
  conversation_id: number | null;
  created_at: Date;
  data: { [name: string]: unknown };
}

/** Adds tenants and accounts to a database, and reads the results. */
export interface Seeds {
  rows<Row>(text: string, ...values: unknown[]): Promise<Row[]>;
  /** Deletes rows: TRUNCATE would block the service's own sweepers, or deadlock with them. */
  empty(...tables: string[]): Promise<void>;
  /** In ledger order. */
  events(type?: string): Promise<StoredEvent[]>;
  /** Adds a tenant with one key that is subscribed to everything. */
  addTenant(slug: string): Promise<number>;
  addAccount(given: { tenantId: number; channel: SeededChannel; externalId: string; name?: string }): Promise<number>;
}

const CREDENTIALS: Record<SeededChannel, Record<string, string>> = {
  wa: { access_token: WA_TOKEN },
  wd: {},
  tg: { bot_token: BOT_TOKEN },
  fb: { access_token: 'page-token' },
  ig: { access_token: 'page-token', page_id: PAGE },
  tt: { access_token: 'act.tiktok-token', refresh_token: 'rft.tiktok-token' },
};

const idOf = (rows: { id: number }[]): number => {
  const [row] = rows;
  if (!row) throw new Error('No row was made.');
  return row.id;
};

export function makeSeeds(database: Pick<Database, 'query'>, cipher: Pick<Cipher, 'encrypt'>): Seeds {
  const rows: Seeds['rows'] = async <Row>(text: string, ...values: unknown[]) =>
    (await database.query<Row>({ text, values })).rows;
  return {
    rows,
    async empty(...tables) {
      for (const table of tables) await rows(`DELETE FROM ${table}`);
    },
    async events(type) {
      const found = await rows<StoredEvent & { data: string }>('SELECT * FROM events ORDER BY seq');
      return found
        .map((event) => ({ ...event, data: JSON.parse(event.data) }))
        .filter((event) => type === undefined || event.type === type);
    },
    async addTenant(slug) {
      const id = idOf(await rows('INSERT INTO tenants (slug, name) VALUES ($1, $1) RETURNING id', slug));
      await rows(
        `INSERT INTO api_keys (instance_id, tenant_id, label, key_hash, channels, events, webhook_url, webhook_secret)
         VALUES ($1, $2, 'test', $3, $4, $5, 'https://customer.example/hook', 'x')`,
        `ins_${slug}`,
        id,
        randomBytes(32),
        [...CHANNELS],
        [...DEFAULT_EVENT_TYPES],
      );
      return id;
    },
    async addAccount({ tenantId, channel, externalId, name = `${channel} account` }) {
      const made = await rows<{ id: number }>(
        `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, number, credentials, callback_secret_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
        tenantId,
        channel,
        externalId,
        name,
        NUMBERS[channel] ?? null,
        cipher.encrypt(JSON.stringify(CREDENTIALS[channel]), 'channel_accounts.credentials'),
        channel === 'tg' ? createHash('sha256').update(BOT_SECRET).digest() : null,
      );
      return idOf(made);
    },
  };
}
