import { readDeviceJid } from '@parley/pairing/move-in/moved-device.rules';
import type { KeptMessage } from '@parley/pairing/move-in/write-history.client';
import { emptyHistory, isRecord, type KeptHistory, MAX_KEPT, secondsOf } from './kept-history.ts';
import { isSet, type SourceDatabase, type SourceRow, textOf } from './source-database.ts';

const jidOf = (user: string): string => (user.includes('@') ? user : `${user}@s.whatsapp.net`);
const isGroup = (jid: string): boolean => jid.endsWith('@g.us');

/** Members of a message by the kind of its file, as GOWA names it. */
const FILES: Readonly<Record<string, string>> = {
  image: 'imageMessage',
  video: 'videoMessage',
  audio: 'audioMessage',
  ptt: 'audioMessage',
  document: 'documentMessage',
  sticker: 'stickerMessage',
};

/** Path of a file at the network, from its address. */
function directPathOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && url.pathname + url.search;
}

const bytesOf = (value: unknown): Uint8Array | null => (value instanceof Uint8Array && value.length > 0 ? value : null);

/** The content of a row of GOWA's `messages`; null when it has none. */
function gowaContent(row: SourceRow): unknown {
  const text = textOf(row.content);
  const kind = FILES[textOf(row.media_type)];
  if (kind === undefined) return text === '' ? null : { conversation: text };
  const filename = textOf(row.filename);
  const file: Record<string, unknown> = {
    mediaKey: bytesOf(row.media_key),
    fileSha256: bytesOf(row.file_sha256),
    fileEncSha256: bytesOf(row.file_enc_sha256),
    fileLength: Number(row.file_length) || null,
    directPath: directPathOf(textOf(row.url)),
    caption: text || null,
    fileName: kind === 'documentMessage' ? filename || null : null,
  };
  const given = Object.entries(file).filter(([, value]) => value !== null);
  return { [kind]: Object.fromEntries(given) };
}

/** GOWA: chats and messages of all devices in one database, each with the device's name. */
async function readGowa(database: SourceDatabase, history: KeptHistory, jid: string, isOnly: boolean): Promise<void> {
  const tables = await database.tables();
  const own = `${readDeviceJid(jid)?.user ?? ''}@s.whatsapp.net`;
  const ids = new Set([jid, own]);
  if (tables.has('devices'))
    for (const row of await database.query('SELECT * FROM devices'))
      if ([row.jid, row.ad_jid].some((one) => one === jid || one === own)) ids.add(textOf(row.device_id));
  const mine = isOnly ? '' : `WHERE device_id IN (${[...ids].map(() => '?').join(', ')})`;
  const values = isOnly ? [] : [...ids];
  for (const row of await database.query(`SELECT * FROM chats ${mine}`, values))
    if (textOf(row.name) !== '') history.names.set(jidOf(textOf(row.jid)), textOf(row.name));
  const rows = await database.query(`SELECT * FROM messages ${mine} ORDER BY timestamp DESC LIMIT ${MAX_KEPT}`, values);
  for (const row of rows) {
    const [chat, content, isOwn] = [jidOf(textOf(row.chat_jid)), gowaContent(row), isSet(row.is_from_me)];
    add(history, {
      id: textOf(row.id),
      chat,
      alt: null,
      isOwn,
      participant: isGroup(chat) && !isOwn ? jidOf(textOf(row.sender)) : null,
      name: null,
      sentAtS: secondsOf(row.timestamp),
      content,
    });
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** wuzapi: one history for each user, if the user keeps one. */
async function readWuzapi(database: SourceDatabase, history: KeptHistory, jid: string): Promise<void> {
  const user = readDeviceJid(jid)?.user ?? '';
  const users = (await database.query('SELECT * FROM users')).filter(({ jid: one }) =>
    [jid, `${user}@s.whatsapp.net`].includes(textOf(one)),
  );
  for (const { id } of users) {
    const rows = await database.query(
      `SELECT * FROM message_history WHERE user_id = ? ORDER BY timestamp DESC LIMIT ${MAX_KEPT}`,
      [textOf(id)],
    );
    for (const row of rows) {
      const data = parse(textOf(row.datajson));
      const info = isRecord(data.Info) ? data.Info : {};
      const [chat, sender] = [jidOf(textOf(row.chat_jid)), jidOf(textOf(row.sender_jid))];
      const isOwn =
        'IsFromMe' in info ? info.IsFromMe === true : sender.split(/[:@]/)[0] === user || row.sender_jid === 'me';
      add(history, {
        id: textOf(row.message_id),
        chat,
        alt: null,
        isOwn,
        participant: isGroup(chat) && !isOwn ? sender : null,
        name: isOwn ? null : textOf(info.PushName) || null,
        sentAtS: secondsOf(row.timestamp),
        content: isRecord(data.Message) ? data.Message : wuzapiText(row),
      });
    }
  }
}

function wuzapiText(row: SourceRow): unknown {
  const [text, quoted] = [textOf(row.text_content), textOf(row.quoted_message_id)];
  if (text === '') return null;
  return quoted === '' ? { conversation: text } : { extendedTextMessage: { text, contextInfo: { stanzaId: quoted } } };
}

function add(history: KeptHistory, message: KeptMessage): void {
  if (message.id !== '' && message.sentAtS > 0 && message.content !== null) history.messages.push(message);
  else history.unread++;
}

/**
 * The messages of a device of whatsmeow, from the database of the product around it: GOWA or wuzapi. Evolution Go keeps
 * none. `isOnly` says that the store has no other device.
 */
export async function readWhatsmeowHistory(
  databases: { keys: SourceDatabase; app: SourceDatabase },
  jid: string,
  { sinceS, isOnly }: { sinceS: number; isOnly: boolean },
): Promise<KeptHistory> {
  const history = emptyHistory(jid, jid);
  const { keys, app } = databases;
  if ((await keys.tables()).has('whatsmeow_contacts')) {
    const contacts = await keys.query('SELECT * FROM whatsmeow_contacts WHERE our_jid = ?', [jid]);
    for (const row of contacts) {
      const name = [row.full_name, row.first_name, row.push_name, row.business_name].map(textOf).find(Boolean);
      if (name !== undefined) history.names.set(textOf(row.their_jid), name);
    }
  }
  const tables = await app.tables();
  if (tables.has('message_history') && tables.has('users')) await readWuzapi(app, history, jid);
  else if (tables.has('messages') && tables.has('chats')) await readGowa(app, history, jid, isOnly);
  history.messages = history.messages.filter(({ sentAtS }) => sentAtS >= sinceS);
  return history;
}
