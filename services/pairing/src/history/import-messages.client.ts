import type { AuthenticationCreds, BinaryNode } from 'baileys';
import { z } from 'zod';
import type { HistoryImport } from '../devices/device-network.rules.ts';
import type { MessageSource } from '../received/read-message.client.ts';
import { readOldMessages } from './read-history.client.ts';

const DAY_S = 86_400;
/** A member of the credentials that the library leaves to its users: it is stored with them. */
const Additional = z.object({ linkedAtS: z.int().positive() });

/**
 * Notes when the phone linked the device: by the network's clock, or by our own if the stanza has no time. Call it before
 * the library reads the stanza: it stores its credentials after that.
 */
export function noteLinkedAt(
  creds: Pick<AuthenticationCreds, 'additionalData'>,
  { attrs }: Pick<BinaryNode, 'attrs'>,
  now = new Date(),
): void {
  const given = Additional.safeParse({ linkedAtS: Number(attrs.t) });
  creds.additionalData = given.data ?? { linkedAtS: Math.floor(now.getTime() / 1000) };
}

/** When the phone linked the device; null: it did before this was noted. */
export function linkedAtOf({ additionalData }: Pick<AuthenticationCreds, 'additionalData'>): Date | null {
  const { data } = Additional.safeParse(additionalData);
  return data ? new Date(data.linkedAtS * 1000) : null;
}

/** Reads the messages of a history that are to be imported; returns a function that stores them. */
export type ReadHistoryMessages = (history: Uint8Array) => Promise<() => Promise<void>>;

/**
 * Returns null when the session imports nothing. Messages that were sent after the link are skipped: the device receives
 * them itself, and reports them with events.
 */
export function makeReadHistoryMessages(options: {
  source: MessageSource;
  creds: AuthenticationCreds;
  history: HistoryImport | null;
  onFault(error: unknown): void;
}): ReadHistoryMessages | null {
  const { source, creds, history: wanted, onFault } = options;
  if (!wanted) return null;
  return async (history) => {
    const before = Math.floor((linkedAtOf(creds)?.getTime() ?? 0) / 1000);
    const from = Math.floor(Date.now() / 1000) - wanted.days * DAY_S;
    const messages = await readOldMessages(source, history, { from, before }, onFault);
    return () => (messages.length > 0 ? wanted.store(messages) : Promise.resolve());
  };
}
