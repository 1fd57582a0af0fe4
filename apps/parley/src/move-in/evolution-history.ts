import { readStoredValue } from '@parley/pairing/move-in/stored-value.rules';
import { emptyHistory, isRecord, type KeptHistory, keptMessageOf, MAX_KEPT } from './kept-history.ts';
import type { SourceDatabase } from './source-database.ts';

/** A JSON column: PostgreSQL and MySQL give an object, some drivers its text. Bytes are in one of three forms. */
const jsonOf = (value: unknown): unknown =>
  value === null || value === undefined
    ? null
    : readStoredValue(typeof value === 'string' ? value : JSON.stringify(value));

/**
 * The content as the network has it. Evolution API stores a text that quotes another message as a plain text, and the
 * quote in a column of its own.
 */
function contentOf(message: unknown, contextInfo: unknown): unknown {
  if (!isRecord(message) || typeof message.conversation !== 'string') return message;
  if (!isRecord(contextInfo) || typeof contextInfo.stanzaId !== 'string') return message;
  const { stanzaId, participant } = contextInfo;
  return {
    extendedTextMessage: {
      text: message.conversation,
      contextInfo: { stanzaId, ...(typeof participant === 'string' ? { participant } : {}) },
    },
  };
}

/** The messages of an instance of Evolution API since a time, newest first, and the names of its contacts. */
export async function readEvolutionHistory(
  database: SourceDatabase,
  instance: { id: string; name: string; device: string | null },
  sinceS: number,
): Promise<KeptHistory> {
  const history = emptyHistory(instance.name, instance.device);
  const tables = await database.tables();
  const { quote } = database;
  if (tables.has('Contact')) {
    const contacts = await database.query(
      `SELECT ${quote('remoteJid')}, ${quote('pushName')} FROM ${quote('Contact')} WHERE ${quote('instanceId')} = ?`,
      [instance.id],
    );
    for (const { remoteJid, pushName } of contacts)
      if (typeof remoteJid === 'string' && typeof pushName === 'string' && pushName !== '')
        history.names.set(remoteJid, pushName);
  }
  if (!tables.has('Message')) return history;
  const columns = ['key', 'pushName', 'participant', 'message', 'contextInfo', 'messageTimestamp']
    .map(quote)
    .join(', ');
  const rows = await database.query(
    `SELECT ${columns} FROM ${quote('Message')} WHERE ${quote('instanceId')} = ? AND ${quote('messageTimestamp')} >= ?
      ORDER BY ${quote('messageTimestamp')} DESC LIMIT ${MAX_KEPT}`,
    [instance.id, sinceS],
  );
  for (const { key, message, contextInfo, ...row } of rows) {
    const kept = keptMessageOf({
      ...row,
      key: jsonOf(key),
      message: contentOf(jsonOf(message), jsonOf(contextInfo)),
    });
    if (kept) history.messages.push(kept);
    else history.unread++;
  }
  return history;
}
