import { createHash } from 'node:crypto';
import { refusalReason } from '@parley/messaging/quarantine';
import type { BinaryNode, SignalDataSet, SocketConfig } from 'baileys';
import type { DeviceAuth, Quarantine } from '../devices/device-network.rules.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import { INBOX, writeStanza } from './quarantined-stanza.rules.ts';
import { inTurns, makeSignalTurns, type TransactionalKeys } from './signal-turns.client.ts';

/** After this long without success a message goes to the quarantine, instead of being retried with every connection. */
const KEPT_MS = 3 * 24 * 3_600_000;

interface Kept {
  node: BinaryNode;
  /** Base64. */
  plain: string;
  at: number;
}

/** The error of decryptions after the connection's end. */
const SHUT = new Error('The connection is over.');

type MakeRepository = SocketConfig['makeSignalRepository'];

export type Inbox = Awaited<ReturnType<typeof openInbox>>;

/**
 * Stores each message from its decryption until it is forwarded. The client acknowledges a message to the network
 * before it reports it, and a ciphertext can be decrypted only once. So the decrypted message is written in the
 * transaction that advances the Signal session: a process that dies after the acknowledgement loses nothing, because
 * the next one has the client read the stanza again.
 */
export async function openInbox(lib: Baileys, auth: DeviceAuth, quarantine: Quarantine, now: () => number) {
  const waiting = new Map<string, Kept>();
  const stale: [hash: string, text: string][] = [];
  for (const [hash, text] of await auth.list(INBOX)) {
    // safe: written by keep
    const kept = JSON.parse(text, lib.BufferJSON.reviver) as Kept;
    if (kept.at < now() - KEPT_MS) stale.push([hash, text]);
    else waiting.set(hash, kept);
  }
  const drop = (hashes: readonly string[]): Promise<void> =>
    auth.set(hashes.map((id) => ({ type: INBOX, id, value: null })));
  /** The order matters: after a crash in between both steps are repeated, and the quarantine recognizes the element. */
  const giveUp = async (elements: readonly [hash: string, text: string][], reason: string): Promise<void> => {
    if (elements.length === 0) return;
    await quarantine(
      elements.map(([hash, text]) => ({ source: 'stanza', kind: 'stanza', reason, payload: writeStanza(hash, text) })),
    );
    await drop(elements.map(([hash]) => hash));
  };
  await giveUp(stale, 'not handed on for three days');

  /** Keyed by the ciphertext object that the client decrypts; only while it is being decrypted. */
  const stanzas = new WeakMap<Uint8Array, BinaryNode>();
  const hashesOf = new Map<string, Set<string>>();
  const note = (messageId: string | undefined, hash: string): void => {
    if (messageId === undefined) return;
    const known = hashesOf.get(messageId) ?? new Set();
    hashesOf.set(messageId, known.add(hash));
  };
  for (const [hash, { node }] of waiting) note(node.attrs.id, hash);

  let lastAt = 0;
  /** Increasing, so that messages of the same millisecond keep their order. */
  const arrivedAt = (): number => {
    lastAt = Math.max(now(), lastAt + 1);
    return lastAt;
  };

  const running = new Set<Promise<unknown>>();
  let isShut = false;
  const untilDone = async (work: Promise<Uint8Array>): Promise<Uint8Array> => {
    running.add(work);
    try {
      return await work;
    } catch (error) {
      if (error === SHUT) return await forEver();
      throw error;
    } finally {
      running.delete(work);
    }
  };

  /** Wraps the decryption, so that its result is stored in the transaction that advances the session. */
  const wrap =
    (make: MakeRepository): MakeRepository =>
    (given, logger, resolve) => {
      // safe: the library hands its repository the store with transactions
      const keys = given.keys as typeof given.keys & TransactionalKeys;
      const turns = makeSignalTurns(keys);
      const repository = inTurns(make(given, logger, resolve), turns);
      const keeping = (ciphertext: Uint8Array, decrypt: () => Promise<Uint8Array>): Promise<Uint8Array> => {
        const hash = hashOf(ciphertext);
        const known = waiting.get(hash);
        if (known) return Promise.resolve(Buffer.from(known.plain, 'base64'));
        if (isShut) return forEver();
        const keep = async (): Promise<Uint8Array> => {
          if (isShut) throw SHUT;
          const plain = await decrypt();
          const node = stanzas.get(ciphertext);
          if (node) {
            note(node.attrs.id, hash);
            const kept: Kept = { node, plain: Buffer.from(plain).toString('base64'), at: arrivedAt() };
            // safe: the store accepts types that it does not know
            await keys.set({ [INBOX]: { [hash]: kept } } as unknown as SignalDataSet);
          }
          return plain;
        };
        return untilDone(turns.take(keep));
      };
      return {
        ...repository,
        decryptMessage: (message) => keeping(message.ciphertext, () => repository.decryptMessage(message)),
        decryptGroupMessage: (message) => keeping(message.msg, () => repository.decryptGroupMessage(message)),
      };
    };

  return {
    wrap,
    /**
     * Stops decryption; resolves when running ones are stored. The next connection reads the stored messages, and the network
     * repeats the others: neither set may still change then.
     */
    async shut(): Promise<void> {
      isShut = true;
      await Promise.allSettled(running);
    },
    /** Call it when a stanza arrives, before it is decrypted. */
    noticed(node: BinaryNode): void {
      for (const part of partsOf(node)) stanzas.set(part, node);
    },
    /** Stanzas that an earlier connection acknowledged and that were not forwarded, each once, in order of arrival. */
    left(): BinaryNode[] {
      const inOrder = [...waiting.values()].sort((a, b) => a.at - b.at);
      return [...new Map(inOrder.map(({ node }) => [node.attrs.id ?? '', node])).values()];
    },
    /** Moves messages that cannot be read to the quarantine. */
    async setAside(messageIds: readonly string[], error: unknown): Promise<void> {
      const hashes = messageIds.flatMap((id) => [...(hashesOf.get(id) ?? [])]);
      if (hashes.length === 0) return;
      await giveUp([...(await auth.get(INBOX, hashes))], refusalReason(error));
      for (const id of messageIds) hashesOf.delete(id);
      for (const hash of hashes) waiting.delete(hash);
    },
    /** Deletes messages that were forwarded. */
    async settle(messageIds: readonly string[]): Promise<void> {
      const hashes = messageIds.flatMap((id) => [...(hashesOf.get(id) ?? [])]);
      for (const id of messageIds) hashesOf.delete(id);
      for (const hash of hashes) waiting.delete(hash);
      if (hashes.length > 0) await drop(hashes);
    },
  };
}

/** Never resolves: the client is closed, and the promise is collected with it. */
const forEver = (): Promise<never> => new Promise(() => {});

const hashOf = (ciphertext: Uint8Array): string => createHash('sha256').update(ciphertext).digest('base64url');

/** The encrypted parts of a stanza. */
const partsOf = (node: BinaryNode): Uint8Array[] =>
  Array.isArray(node.content)
    ? node.content.flatMap(({ tag, content }) => (tag === 'enc' && content instanceof Uint8Array ? [content] : []))
    : [];
