import { convertWhatsmeow, type WhatsmeowStore } from '@parley/pairing/move-in/convert-whatsmeow.client';
import { openSourceDatabase, type SourceDatabase, type SourceRow, textOf } from './source-database.ts';
import { fingerprintOf, type SourceDevice } from './source-device.ts';

export interface WhatsmeowSource {
  database: string;
  /** The second database of GOWA (DB_KEYS_URI). */
  keysDatabase?: string;
  /** Addresses of devices; empty: all. */
  devices: readonly string[];
  /** The database of the product around the library, with its messages and settings; the first one without it. */
  appDatabase?: string;
}

/** Tables that Parley does not need; the plan says how many rows they have. */
const LEFT = [
  ['whatsmeow_app_state_version', 'jid'],
  ['whatsmeow_app_state_mutation_macs', 'jid'],
  ['whatsmeow_message_secrets', 'our_jid'],
  ['whatsmeow_chat_settings', 'our_jid'],
] as const;

const bytesOf = (value: unknown): Uint8Array =>
  value instanceof Uint8Array ? value : Buffer.from(typeof value === 'string' ? value : '');

interface Tables {
  /** The rows of a device; empty without the table. */
  of(table: string, column: string, jid: string): Promise<SourceRow[]>;
  all(table: string): Promise<SourceRow[]>;
  count(table: string, column: string, jid: string): Promise<number>;
}

async function openTables(database: SourceDatabase): Promise<Tables> {
  const names = await database.tables();
  return {
    of: async (table, column, jid) =>
      names.has(table) ? database.query(`SELECT * FROM ${table} WHERE ${column} = ?`, [jid]) : [],
    all: async (table) => (names.has(table) ? database.query(`SELECT * FROM ${table}`) : []),
    async count(table, column, jid) {
      if (!names.has(table)) return 0;
      const [row] = await database.query(`SELECT count(*) AS count FROM ${table} WHERE ${column} = ?`, [jid]);
      return Number(row?.count ?? 0);
    },
  };
}

function deviceOf(row: SourceRow): WhatsmeowStore['device'] {
  return {
    jid: textOf(row.jid),
    lid: textOf(row.lid) || null,
    registrationId: Number(row.registration_id),
    noiseKey: bytesOf(row.noise_key),
    identityKey: bytesOf(row.identity_key),
    signedPreKey: bytesOf(row.signed_pre_key),
    signedPreKeyId: Number(row.signed_pre_key_id),
    signedPreKeySig: bytesOf(row.signed_pre_key_sig),
    advKey: bytesOf(row.adv_key),
    advDetails: bytesOf(row.adv_details),
    advAccountSig: bytesOf(row.adv_account_sig),
    advAccountSigKey: bytesOf(row.adv_account_sig_key),
    advDeviceSig: bytesOf(row.adv_device_sig),
    platform: textOf(row.platform),
    pushName: textOf(row.push_name),
  };
}

async function readStore(main: Tables, keys: Tables, row: SourceRow): Promise<WhatsmeowStore> {
  const device = deviceOf(row);
  const { jid } = device;
  const [preKeys, identities, sessions, senderKeys] = [
    await keys.of('whatsmeow_pre_keys', 'jid', jid),
    await keys.of('whatsmeow_identity_keys', 'our_jid', jid),
    await keys.of('whatsmeow_sessions', 'our_jid', jid),
    await keys.of('whatsmeow_sender_keys', 'our_jid', jid),
  ];
  const appStateKeys = await main.of('whatsmeow_app_state_sync_keys', 'jid', jid);
  const tokens = await main.of('whatsmeow_privacy_tokens', 'our_jid', jid);
  const contacts = await main.of('whatsmeow_contacts', 'our_jid', jid);
  const left: Record<string, number> = {};
  for (const [table, column] of LEFT)
    left[table] = (await main.count(table, column, jid)) + (keys === main ? 0 : await keys.count(table, column, jid));
  return {
    device,
    left,
    preKeys: preKeys.map(({ key_id, key }) => ({ keyId: Number(key_id), key: bytesOf(key) })),
    identities: identities.map(({ their_id, identity }) => ({
      theirId: textOf(their_id),
      identity: bytesOf(identity),
    })),
    sessions: sessions.map(({ their_id, session }) => ({ theirId: textOf(their_id), session: bytesOf(session) })),
    senderKeys: senderKeys.map((one) => ({
      chatId: textOf(one.chat_id),
      senderId: textOf(one.sender_id),
      senderKey: bytesOf(one.sender_key),
    })),
    appStateKeys: appStateKeys.map((one) => ({
      keyId: bytesOf(one.key_id),
      keyData: bytesOf(one.key_data),
      timestamp: Number(one.timestamp),
    })),
    tokens: tokens.map((one) => ({
      theirJid: textOf(one.their_jid),
      token: bytesOf(one.token),
      timestamp: Number(one.timestamp),
      senderTimestamp: one.sender_timestamp ? Number(one.sender_timestamp) : null,
    })),
    contacts: contacts.map(({ their_jid }) => textOf(their_jid)),
    lidMap: (await main.all('whatsmeow_lid_map')).map(({ lid, pn }) => ({ lid: textOf(lid), pn: textOf(pn) })),
  };
}

const storeFingerprint = ({ device, sessions, senderKeys, preKeys }: WhatsmeowStore): string =>
  fingerprintOf([
    device.noiseKey,
    ...preKeys.map(({ keyId }) => String(keyId)).sort(),
    ...sessions.map(({ theirId, session }) => `${theirId} ${Buffer.from(session).toString('base64')}`).sort(),
    ...senderKeys.map(({ senderId, senderKey }) => `${senderId} ${Buffer.from(senderKey).toString('base64')}`).sort(),
  ]);

/** The devices of a store of the Go library: GOWA, wuzapi, Evolution Go, WAHA with GOWS. */
export async function readWhatsmeow(source: WhatsmeowSource, now: Date): Promise<SourceDevice[]> {
  const database = await openSourceDatabase(source.database);
  const keysDatabase = source.keysDatabase === undefined ? null : await openSourceDatabase(source.keysDatabase);
  try {
    const main = await openTables(database);
    const keys = keysDatabase ? await openTables(keysDatabase) : main;
    const rows = await main.all('whatsmeow_device');
    const unknown = source.devices.filter((jid) => !rows.some((row) => row.jid === jid));
    if (unknown.length > 0) throw new Error(`The source has no device ${unknown.join(', ')}.`);
    const chosen = rows.filter(({ jid }) => source.devices.length === 0 || source.devices.includes(textOf(jid)));
    if (chosen.length === 0) throw new Error('The source has no device in whatsmeow_device.');
    const devices: SourceDevice[] = [];
    for (const row of chosen) {
      const store = await readStore(main, keys, row);
      devices.push({
        name: store.device.jid,
        origin: store.device.jid,
        conversion: convertWhatsmeow(store, now),
        fingerprint: storeFingerprint(store),
      });
    }
    return devices;
  } finally {
    await database.close();
    await keysDatabase?.close();
  }
}
