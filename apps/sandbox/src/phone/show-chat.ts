import type { SeenMessage } from './describe-send.ts';
import { type ChatActs, noActs } from './list-acts.ts';
import type { ChatLog } from './phone-log.ts';

/** A message of the account, as the test phone shows it. */
export interface ReceivedOnPhone extends SeenMessage {
  id: string;
  atMs: number;
  /** Address of its file on the sandbox. */
  picture: string | null;
}

export interface Bubble {
  id: string;
  own: boolean;
  kind: string;
  text: string | null;
  picture: string | null;
  buttons: string[];
  at: string;
  /** Whether Parley accepted an own message; null if that is unknown, and for the account's messages. */
  taken: boolean | null;
  /** Whether the account marked an own message as read. */
  read: boolean;
  /** Whether its author edited or revoked it. */
  changed: 'edit' | 'revoke' | null;
  /** The person's emoji below it, and the account's. */
  reaction: string | null;
  answer: string | null;
}

const MAX_SHOWN = 200;
/** A typing indicator is shown for this time, as on the platforms, or until the message arrives. */
const TYPING_MS = 20_000;

/** The content of a message after the account's edits and deletion. */
function contentOf({ texts }: ChatActs, id: string, text: string | null, picture: string | null) {
  const changed = texts.get(id);
  if (changed === undefined) return { text, picture, changed: null };
  return changed === null
    ? { text: null, picture: null, changed: 'revoke' as const }
    : { text: changed, picture, changed: 'edit' as const };
}

/** The newest bubbles of a chat, oldest first. */
export function showBubbles(
  { messages, reactions }: ChatLog,
  received: readonly ReceivedOnPhone[],
  acts: ChatActs = noActs(),
): Bubble[] {
  const own = messages.map(({ id, kind, text, file, atMs, taken, changed }) => ({
    atMs,
    bubble: {
      id,
      own: true,
      kind,
      text,
      picture: file === null ? null : `/sandbox/phone/files/${encodeURIComponent(file)}`,
      buttons: [],
      taken,
      read: acts.read.has(id) || (acts.readUntilMs !== null && atMs <= acts.readUntilMs),
      changed,
    },
  }));
  const theirs = received.map(({ id, kind, text, picture, buttons, atMs }) => ({
    atMs,
    bubble: { id, own: false, kind, buttons, taken: null, read: false, ...contentOf(acts, id, text, picture) },
  }));
  return [...own, ...theirs]
    .sort((one, other) => one.atMs - other.atMs)
    .slice(-MAX_SHOWN)
    .map(({ bubble, atMs }) => ({
      ...bubble,
      at: new Date(atMs).toISOString(),
      reaction: reactions.get(bubble.id) ?? null,
      answer: acts.reactions.get(bubble.id) ?? null,
    }));
}

/** Whether the account is shown as typing: since its last message, and recently. */
export function isTyping(shownAtMs: number | null, received: readonly ReceivedOnPhone[], nowMs: number): boolean {
  const lastMs = Math.max(0, ...received.map(({ atMs }) => atMs));
  return shownAtMs !== null && shownAtMs > lastMs && nowMs - shownAtMs < TYPING_MS;
}
