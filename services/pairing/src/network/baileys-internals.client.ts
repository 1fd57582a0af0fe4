import { type BoundedMap, makeBoundedMap } from '@parley/runtime/bounded-map';
import type { MessageRetryManager, WASocket } from 'baileys';
import { ownBytes } from './key-text.client.ts';

// Parley's changes to private members of the client library. package.json pins the exact version, and
// baileys-internals.test.ts fails when the version or one of these members changes.

/** The library's version that this file was written for. */
export const BAILEYS_VERSION = '7.0.0-rc14';

/** Members of the library's retry manager that its types keep private. */
export interface RetryCaches {
  /** Messages by chat and id. */
  recentMessagesMap: BoundedMap<string, unknown>;
  /** Keys of `recentMessagesMap` by message id. */
  messageKeyIndex: BoundedMap<string, string>;
  /** Base keys of sessions by address and message id. */
  baseKeys: BoundedMap<string, Uint8Array>;
}

/** The library's own limits. */
const RECENT_MESSAGES = { most: 512, keepMs: 5 * 60_000 };
const BASE_KEYS = { most: 1024, keepMs: 15 * 60_000 };

/**
 * Replaces the two caches of a connection that reserve memory for all entries that they may hold, 69 KB together; the
 * new ones have the same limits. Returns a function that drops expired entries: call it from time to time.
 */
export function shrinkRetryCaches({ messageRetryManager }: { messageRetryManager: MessageRetryManager | null }) {
  if (!messageRetryManager) return () => {};
  const caches: RetryCaches = {
    recentMessagesMap: mapOf(RECENT_MESSAGES),
    messageKeyIndex: mapOf(RECENT_MESSAGES),
    baseKeys: mapOf(BASE_KEYS),
  };
  Object.assign(messageRetryManager, caches);
  return (): void => {
    for (const cache of Object.values(caches)) cache.dropExpired();
  };
}

/** Gives new key pairs memory of their own: each connection keeps one. */
export function useOwnKeyBytes({ Curve }: Pick<typeof import('baileys'), 'Curve'>): void {
  const { generateKeyPair } = Curve;
  Curve.generateKeyPair = () => {
    const pair = generateKeyPair();
    return { private: ownBytes(pair.private), public: ownBytes(pair.public) };
  };
}

/** Closes the TCP connection at once: the library's own close waits up to 30 s for a dead peer. */
export function cutOff({ ws }: Pick<WASocket, 'ws'>): void {
  // safe: the library's client holds its WebSocket there; there is no other way to close it at once
  const client = ws as unknown as { socket: { terminate(): void } | null };
  client.socket?.terminate();
}

const mapOf = <V>({ most, keepMs }: typeof RECENT_MESSAGES): BoundedMap<string, V> => makeBoundedMap(most, { keepMs });
