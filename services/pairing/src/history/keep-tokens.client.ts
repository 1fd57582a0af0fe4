import type { proto, SignalDataSet, SignalKeyStore, WAMessage, WASocket } from 'baileys';
import { type Gate, makeGate } from '../leases/gate.client.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import type { ReadHistoryMessages } from './import-messages.client.ts';
import { HistoryBroken, type makeOpenHistory } from './open-history.client.ts';
import { BrokenMessage, readTrustedChats, type TrustedChat } from './read-history.client.ts';

/** Histories that are in memory at the same time, of all devices of this process. */
const reading: Gate = makeGate(1);
/** Chats per write. */
const MAX_CHATS = 500;

interface KeepTokensOptions {
  lib: Baileys;
  sock: Pick<WASocket, 'signalRepository'>;
  keys: Pick<SignalKeyStore, 'get' | 'set'>;
  openHistory: ReturnType<typeof makeOpenHistory>;
  /** Null: messages are skipped unread. */
  readMessages: ReadHistoryMessages | null;
  /** Deletes the message, so that it is not read again. */
  settle(messageId: string): Promise<void>;
  isClosed(): boolean;
  onFault(error: unknown): void;
}

const DAY_S = 24 * 3600;

type Tokens = NonNullable<SignalDataSet['tctoken']>;

/**
 * Keeps the trusted-contact tokens of a phone's existing chats without keeping its history: the network refuses messages
 * to these people without them (docs/reference/wd.md#trusted-contact-tokens). The library would keep them only together
 * with the history, from addresses that the network names. The messages are imported if the session has `history_days`.
 */
export function makeKeepTokens({
  lib,
  sock,
  keys,
  openHistory,
  readMessages,
  settle,
  isClosed,
  onFault,
}: KeepTokensOptions) {
  const { lidMapping } = sock.signalRepository;
  /** Histories are handled one after the other: each is older than the one before, and newer messages are imported first. */
  let turn: Promise<void> = Promise.resolve();

  /** The hidden ids of people, under which the library looks tokens up; the network knows those that the phone does not. */
  async function findLids(chats: readonly TrustedChat[]): Promise<Map<string, string>> {
    const known = chats.flatMap(({ pn, lid }) => (pn === null || lid === null ? [] : { pn, lid }));
    if (known.length > 0) await lidMapping.storeLIDPNMappings(known);
    const unknown = chats.flatMap(({ pn, lid }) => (lid === null && pn !== null ? [pn] : []));
    const found = unknown.length > 0 ? await lidMapping.getLIDsForPNs(unknown) : null;
    return new Map([...known, ...(found ?? [])].map(({ pn, lid }) => [pn, lid]));
  }

  /** Does not replace a newer token of the same person. */
  async function store(chats: readonly TrustedChat[]): Promise<void> {
    if (chats.length === 0) return;
    const lids = await findLids(chats);
    const byName = new Map(chats.map((chat) => [chat.lid ?? lids.get(chat.pn ?? '') ?? chat.pn ?? '', chat]));
    const stored = await keys.get('tctoken', [...byName.keys()]);
    const entries = [...byName].flatMap(([name, { token, tokenAt, givenAt }]) => {
      const known = stored[name];
      if (Number(known?.timestamp ?? 0) >= tokenAt) return [];
      const given = givenAt === null ? {} : { senderTimestamp: givenAt };
      return [[name, { ...known, token: Buffer.from(token), timestamp: String(tokenAt), ...given }] as const];
    });
    if (entries.length > 0) await keys.set({ tctoken: Object.fromEntries(entries) });
  }

  async function read(notification: proto.Message.IHistorySyncNotification): Promise<(() => Promise<void>) | null> {
    const leave = await reading.enter();
    try {
      if (isClosed()) return null;
      const history = await openHistory(lib, notification);
      let chats: TrustedChat[] = [];
      for (const chat of readTrustedChats(history)) {
        chats.push(chat);
        if (chats.length < MAX_CHATS) continue;
        await store(chats);
        chats = [];
      }
      await store(chats);
      return readMessages && (await readMessages(history));
    } finally {
      leave();
    }
  }

  /** The history is not referenced while its messages are stored, which may take long. */
  async function keep(notification: proto.Message.IHistorySyncNotification): Promise<void> {
    const storeMessages = await read(notification);
    await storeMessages?.();
  }

  /** A history that cannot be read now stays in the inbox, and is read again after the next connection. */
  async function run(id: string, notification: proto.Message.IHistorySyncNotification): Promise<void> {
    try {
      await keep(notification);
    } catch (error) {
      if (isClosed()) return;
      onFault(error);
      if (!(error instanceof HistoryBroken || error instanceof BrokenMessage)) return;
    }
    if (!isClosed()) await settle(id).catch(onFault);
  }

  return {
    /** Returns whether the message announces a history, which is then read in the background and settled. */
    take(message: WAMessage): boolean {
      const notification = historyIn({ lib }, message);
      const { id } = message.key;
      if (!notification || !id) return false;
      turn = turn.then(() => run(id, notification));
      return true;
    },
  };
}

/**
 * Key storage in which no write replaces a trusted-contact token of the last day by an older one or by none. After a
 * send, the library notes in the background that it gave the person its own token: it reads the entry, and writes it
 * back. A token that the person gives in between would be lost, and every later message to that person refused
 * (docs/reference/wd.md#trusted-contact-tokens). Older tokens may be removed: the library does it when they expire.
 */
export function keepNewestTokens(keys: SignalKeyStore, now: () => number = Date.now): SignalKeyStore {
  /** One write after the other: each sees the tokens of the one before. */
  let turn: Promise<unknown> = Promise.resolve();

  async function withNewest(tokens: Tokens): Promise<Tokens> {
    const stored = await keys.get('tctoken', Object.keys(tokens));
    const entries = Object.entries(tokens).map(([name, value]) => {
      const known = stored[name];
      const replacedS = Math.max(Number(value?.timestamp ?? 0), now() / 1000 - DAY_S);
      if (!known || Number(known.timestamp ?? 0) <= replacedS) return [name, value] as const;
      return [name, { ...value, token: known.token, timestamp: known.timestamp }] as const;
    });
    return Object.fromEntries(entries) as Tokens; // safe: the same names, each with an entry or null
  }

  return {
    ...keys,
    set(data) {
      const { tctoken } = data;
      if (!tctoken) return keys.set(data);
      const written = turn.then(async () => keys.set({ ...data, tctoken: await withNewest(tctoken) }));
      turn = written.catch(() => undefined);
      return written;
    },
  };
}

/** The history that a phone announces to its own device. */
function historyIn({ lib }: Pick<KeepTokensOptions, 'lib'>, { key, message }: WAMessage) {
  if (!key.fromMe || !key.id) return null;
  return lib.normalizeMessageContent(message)?.protocolMessage?.historySyncNotification ?? null;
}
