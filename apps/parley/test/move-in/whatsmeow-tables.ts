import { randomBytes } from 'node:crypto';
import fixture from '../../../../services/pairing/test/move-in/whatsmeow-signal.json' with { type: 'json' };

export const { jid: JID } = fixture.device;

type Value = string | number | boolean | Buffer | null;

/** The tables of whatsmeow (store/sqlstore/upgrades/00-latest-schema.sql) that are read, with the types of a database. */
export const ddlOf = (bytes: 'bytea' | 'blob'): string[] => [
  `CREATE TABLE whatsmeow_device (jid text PRIMARY KEY, lid text, facebook_uuid text, registration_id bigint NOT NULL,
     noise_key ${bytes} NOT NULL, identity_key ${bytes} NOT NULL, signed_pre_key ${bytes} NOT NULL, signed_pre_key_id integer NOT NULL,
     signed_pre_key_sig ${bytes} NOT NULL, adv_key ${bytes}, adv_details ${bytes} NOT NULL, adv_account_sig ${bytes} NOT NULL,
     adv_account_sig_key ${bytes} NOT NULL, adv_device_sig ${bytes} NOT NULL, platform text NOT NULL DEFAULT '',
     business_name text NOT NULL DEFAULT '', push_name text NOT NULL DEFAULT '')`,
  `CREATE TABLE whatsmeow_identity_keys (our_jid text, their_id text, identity ${bytes} NOT NULL, PRIMARY KEY (our_jid, their_id))`,
  `CREATE TABLE whatsmeow_pre_keys (jid text, key_id integer, key ${bytes} NOT NULL, uploaded boolean NOT NULL, PRIMARY KEY (jid, key_id))`,
  `CREATE TABLE whatsmeow_sessions (our_jid text, their_id text, session ${bytes}, PRIMARY KEY (our_jid, their_id))`,
  `CREATE TABLE whatsmeow_sender_keys (our_jid text, chat_id text, sender_id text, sender_key ${bytes} NOT NULL,
     PRIMARY KEY (our_jid, chat_id, sender_id))`,
  `CREATE TABLE whatsmeow_lid_map (lid text PRIMARY KEY, pn text UNIQUE NOT NULL)`,
  `CREATE TABLE whatsmeow_message_secrets (our_jid text, chat_jid text, sender_jid text, message_id text, key ${bytes})`,
];

const bytes = (text: string): Buffer => Buffer.from(text, 'base64');

/** Rows of the Go library's own key material, by table; `jid` is another address of the device. */
export function rowsOf(jid = JID): [table: string, row: Record<string, Value>][] {
  const { device } = fixture;
  return [
    [
      'whatsmeow_device',
      {
        jid,
        lid: device.lid,
        registration_id: device.registration_id,
        noise_key: bytes(device.noise_key),
        identity_key: bytes(device.identity_key),
        signed_pre_key: bytes(device.signed_pre_key),
        signed_pre_key_id: device.signed_pre_key_id,
        signed_pre_key_sig: bytes(device.signed_pre_key_sig),
        adv_key: randomBytes(32),
        adv_details: randomBytes(20),
        adv_account_sig: randomBytes(64),
        adv_account_sig_key: randomBytes(32),
        adv_device_sig: randomBytes(64),
        platform: device.platform,
        push_name: device.push_name,
      },
    ],
    ...fixture.pre_keys.map(
      ({ key_id, key, uploaded }) =>
        ['whatsmeow_pre_keys', { jid, key_id, key: bytes(key), uploaded }] as [string, Record<string, Value>],
    ),
    ...fixture.sessions.map(
      ({ their_id, session }) =>
        ['whatsmeow_sessions', { our_jid: jid, their_id, session: Buffer.from(session) }] as [
          string,
          Record<string, Value>,
        ],
    ),
    ...fixture.sender_keys.map(
      ({ chat_id, sender_id, sender_key }) =>
        ['whatsmeow_sender_keys', { our_jid: jid, chat_id, sender_id, sender_key: Buffer.from(sender_key) }] as [
          string,
          Record<string, Value>,
        ],
    ),
    ['whatsmeow_lid_map', { lid: '915550001', pn: '15550001' }],
    // Another device of the same store knows this person.
    ['whatsmeow_lid_map', { lid: '88888888', pn: '15558888' }],
    [
      'whatsmeow_message_secrets',
      { our_jid: jid, chat_jid: 'c', sender_jid: 's', message_id: 'm', key: randomBytes(32) },
    ],
  ];
}

/** Statements that insert the rows. */
export const insertsOf = (rows: ReturnType<typeof rowsOf>, placeholder: (index: number) => string) =>
  rows.map(([table, row]) => ({
    text: `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
      .map((_, index) => placeholder(index))
      .join(', ')})`,
    values: Object.values(row),
  }));
