import { MOVE_IN_VALUE_MAX } from '@parley/common/contracts/operator/move-in';
import { z } from 'zod';
import { writePreKey, writeWithBytes } from '../network/key-text.client.ts';
import { adoptCreds, publicKeyOf } from './creds.client.ts';
import { type KeyName, LEFT_TYPE } from './key-name.rules.ts';
import { type Conversion, CREDS, type Dropped, type MovedKey, makeDropped, refused } from './moved-device.rules.ts';
import { readStoredValue } from './stored-value.rules.ts';

/** A stored value of the client library, as text of the source. */
export interface StoredEntry extends KeyName {
  text: string;
}

/** A store of the client library. */
export interface BaileysStore {
  /** JSON; null when the store has none. */
  creds: string | null;
  entries: readonly StoredEntry[];
  /** Values of types that are not known, by name. */
  unknown?: number;
}

const Bytes = z.instanceof(Uint8Array);
const PreKey = z.object({ private: Bytes.refine(({ length }) => length === 32) });
const Session = z.looseObject({
  version: z.string(),
  _sessions: z.record(z.string(), z.looseObject({ currentRatchet: z.object({}), indexInfo: z.object({}) })),
});
const SenderKeyStates = z.array(
  z.looseObject({
    senderKeyId: z.number(),
    senderChainKey: z.looseObject({ iteration: z.number(), seed: Bytes }),
    senderSigningKey: z.looseObject({ public: Bytes }),
  }),
);
const Token = z.looseObject({ token: Bytes, timestamp: z.unknown() });

/** A sender key in the form of the current client: JSON as bytes. Versions until 6.7.18 stored the states themselves. */
export function writeSenderKey(value: unknown): string | null {
  const states = value instanceof Uint8Array ? readStoredValue(Buffer.from(value).toString()) : value;
  const parsed = SenderKeyStates.safeParse(states);
  return parsed.success ? writeWithBytes(Buffer.from(writeWithBytes(parsed.data))) : null;
}

/** The text that Parley stores; null when the value is damaged. */
function textOf(type: string, value: unknown): string | null {
  switch (type) {
    case 'pre-key': {
      const pair = PreKey.safeParse(value);
      if (!pair.success) return null;
      const { private: privateKey } = pair.data;
      return writePreKey({ private: privateKey, public: publicKeyOf(privateKey) });
    }
    case 'session':
      return Session.safeParse(value).success ? writeWithBytes(value) : null;
    case 'sender-key':
      return writeSenderKey(value);
    case 'identity-key':
      return value instanceof Uint8Array ? writeWithBytes(value) : null;
    case 'lid-mapping':
      return typeof value === 'string' ? writeWithBytes(value) : null;
    case 'device-list':
      return Array.isArray(value) ? writeWithBytes(value) : null;
    default:
      return typeof value === 'object' && value !== null ? writeWithBytes(value) : null;
  }
}

/** The readable values of a store with their text. */
function readEntries(
  entries: readonly StoredEntry[],
  dropped: Dropped,
): (KeyName & { value: unknown; text: string })[] {
  return entries.flatMap(({ type, id, text: stored }) => {
    if (type === LEFT_TYPE) {
      dropped.add('app-state-sync-version (not used by Parley)');
      return [];
    }
    const value = readStoredValue(stored);
    const text = textOf(type, value);
    if (text !== null && text.length <= MOVE_IN_VALUE_MAX) return [{ type, id, value, text }];
    dropped.add(`${type} (${text === null ? 'damaged' : 'too large'})`);
    return [];
  });
}

/** The time of a token, which is a number, a text, or a pair of halves. */
const timeOf = (value: unknown): number => Number(Token.safeParse(value).data?.timestamp ?? 0) || 0;

/**
 * Trusted-contact tokens by the address under which the current client looks them up: the hidden id, where a mapping
 * names it. Of two tokens of a person the newer one remains.
 */
export function tokensByLid<T extends { id: string; value: unknown }>(
  tokens: readonly T[],
  lidOf: (user: string) => string | undefined,
): Map<string, T> {
  const byId = new Map<string, T>();
  for (const token of tokens) {
    if (token.id === '__index' || !Token.safeParse(token.value).success) continue;
    const [user = '', server] = token.id.split('@');
    const lid = server === 's.whatsapp.net' ? lidOf(user) : undefined;
    const id = lid === undefined ? token.id : `${lid}@lid`;
    const before = byId.get(id);
    if (!before || timeOf(before.value) < timeOf(token.value)) byId.set(id, token);
  }
  return byId;
}

/**
 * A device of the client library's own form, as files, Redis or SQL keep it (docs/operations/move-in.md#what-moves). A
 * damaged value is left behind and counted; without usable credentials the device is refused.
 */
export function convertBaileys({ creds, entries, unknown = 0 }: BaileysStore, now: Date): Conversion {
  if (creds === null) return refused('The store has no credentials (creds): it is not complete.');
  const dropped = makeDropped();
  dropped.add('values of an unknown kind', unknown);
  const read = readEntries(entries, dropped);
  const preKeyIds = read.flatMap(({ type, id }) => (type === 'pre-key' ? [Number(id)] : []));
  const adopted = adoptCreds(readStoredValue(creds), Math.max(0, ...preKeyIds.filter(Number.isInteger)), now);
  if (typeof adopted === 'string') return refused(adopted);

  const lids = new Map(read.flatMap(({ type, id, value }) => (type === 'lid-mapping' ? [[id, String(value)]] : [])));
  const tokens = tokensByLid(
    read.filter(({ type }) => type === 'tctoken'),
    (user) => lids.get(user),
  );
  const senderKeyGroups = groupsOf(read);
  const keys: MovedKey[] = [{ type: CREDS, id: CREDS, value: adopted.text }];
  for (const { type, id, text } of read) {
    if (type === 'tctoken') continue;
    // Without its own key the device hands a new one to everyone; the memory would say that they have it.
    if (type === 'sender-key-memory' && !senderKeyGroups.has(id)) dropped.add('sender-key-memory (without its key)');
    else keys.push({ type, id, value: text });
  }
  for (const [id, { text }] of tokens) keys.push({ type: 'tctoken', id, value: text });
  const { jid, phone, name } = adopted;
  return { kind: 'device', device: { jid, phone, name, keys, dropped: dropped.counts } };
}

/** Groups of which a sender key could be read. */
const groupsOf = (read: readonly KeyName[]): Set<string> =>
  new Set(read.flatMap(({ type, id }) => (type === 'sender-key' ? [id.split('::')[0] ?? id] : [])));
