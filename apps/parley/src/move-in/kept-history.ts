import type { KeptMessage } from '@parley/pairing/move-in/write-history.client';

/** The messages and names that a source kept for one device. */
export interface KeptHistory {
  /** The name that the source gives the device. */
  name: string;
  /** The address of its link; null when it cannot be moved. */
  device: string | null;
  messages: KeptMessage[];
  /** Names of people, by jid. */
  names: Map<string, string>;
  /** Rows that are no message. */
  unread: number;
}

export const emptyHistory = (name: string, device: string | null): KeptHistory => ({
  name,
  device,
  messages: [],
  names: new Map(),
  unread: 0,
});

/** The most messages that are read of one device: Parley stores no more. */
export const MAX_KEPT = 20_000;

const ZONED = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d{1,3})\d{0,6})? ?(Z|[+-]\d{2}:?\d{2})?/;

/** A time of a source in seconds since the epoch: a number of seconds or milliseconds, or text as Go writes it; else 0. */
export function secondsOf(value: unknown): number {
  if (value instanceof Date) return Math.floor(value.getTime() / 1000);
  const number = typeof value === 'bigint' || typeof value === 'number' ? Number(value) : null;
  if (number !== null) return Math.floor(number > 1e11 ? number / 1000 : number);
  if (typeof value === 'object' && value !== null && 'low' in value) return Number(value.low) || 0;
  if (typeof value !== 'string') return 0;
  if (/^\d{1,15}$/.test(value)) return secondsOf(Number(value));
  const [, day, time, fraction = '0', zone = 'Z'] = ZONED.exec(value) ?? [];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T${time}.${fraction.padEnd(3, '0')}${zone}`);
  return Number.isNaN(at) ? 0 : Math.floor(at / 1000);
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const isNumber = (jid: string): boolean => jid.endsWith('@s.whatsapp.net');

/** A message in the form of Baileys, `{ key, message, messageTimestamp, pushName }`; null when it is none. */
export function keptMessageOf(given: unknown): KeptMessage | null {
  if (!isRecord(given) || !isRecord(given.key) || !isRecord(given.message)) return null;
  const { key } = given;
  const [id, chat, sentAtS] = [textOf(key.id), textOf(key.remoteJid), secondsOf(given.messageTimestamp)];
  if (id === null || chat === null || sentAtS === 0) return null;
  const isOfGroup = chat.endsWith('@g.us');
  // Earlier versions have the other address in one of the last two.
  const alt =
    textOf(isOfGroup ? key.participantAlt : key.remoteJidAlt) ?? textOf(key.senderPn) ?? textOf(key.senderLid);
  const participant = textOf(key.participant) ?? textOf(given.participant);
  return {
    id,
    chat,
    alt: isOfGroup ? null : alt,
    isOwn: key.fromMe === true,
    // The protocol has one address of an author: the number, where the source has it.
    participant: isOfGroup && alt !== null && isNumber(alt) ? alt : participant,
    name: key.fromMe === true ? null : textOf(given.pushName),
    sentAtS,
    content: given.message,
  };
}
