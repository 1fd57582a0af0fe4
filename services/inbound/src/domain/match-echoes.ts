import { isOpen, type OwnSend } from './own-send.ts';
import { isSameContent } from './same-content.ts';

/** What an account has sent, as the provider tells it. */
export interface Echo {
  channelAccountId: number;
  providerMessageId: string;
  /** Of the customer; the first is the one to write to. */
  addresses: readonly string[];
  /** Our own message id, where the provider gives it back (fb). */
  callbackId: string | null;
  /** Whether it may be the echo of a send of ours although it names none. */
  mayBeOurs: boolean;
  text: string;
  hasFiles: boolean;
  at: Date;
}

/** What the database has about one echo. */
export interface EchoFacts {
  /** The message that `callbackId` names. */
  named: OwnSend | null;
  /** The conversation with the person. */
  conversationId: number | null;
  /** The message behind the provider's id, its own or that of a part. */
  knownMessageId: string | null;
}

/** What the database has about sends that echoes may be of, ordered by id. */
export interface SendFacts {
  open: readonly OwnSend[];
  /** The latest sends with a file of which no second part is known. */
  withFile: readonly OwnSend[];
}

/** What an echo is; `messageId` is the send of ours that it is about. */
export type EchoMatch =
  /** The message is known by this id. */
  | { outcome: 'known'; messageId: string }
  /** A further message of the provider for this send. */
  | { outcome: 'part'; messageId: string }
  /** An open send: the provider has it. `adoptedPeer`: the address that it was sent to, which is another one of the person. */
  | { outcome: 'confirms'; messageId: string; adoptedPeer: string | null }
  /** It waits until this send is settled. */
  | { outcome: 'held'; messageId: string }
  /** Sent elsewhere. */
  | { outcome: 'foreign' };

/** The provider's clock may be this much behind ours. */
const CLOCK_DIFFERENCE_MS = 10_000;
/** The text of a file follows it within this time, and within this many messages of the conversation. */
const TEXT_AFTER_FILE_MS = 300_000;
export const TEXT_AMONG_LATEST = 20;
const SENT = new Set(['sent', 'delivered', 'read']);

const isOfAccount = (send: OwnSend, echo: Echo): boolean => send.channelAccountId === echo.channelAccountId;
const isAfterSend = (send: OwnSend, echo: Echo): boolean =>
  send.happenedAt.getTime() <= echo.at.getTime() + CLOCK_DIFFERENCE_MS;

/** What echoes before this one in the batch have come to. */
interface Earlier {
  confirmed: Set<string>;
  /** Sends that have got a part. */
  parted: Set<string>;
  /** The message behind each id that was met. */
  known: Map<string, string>;
}

const idOf = (echo: Echo): string => `${echo.channelAccountId}:${echo.providerMessageId}`;

/** The open send that an echo is most likely of: one with its content before others, the oldest of them. */
function findOpenSend(echo: Echo, conversationId: number | null, sends: SendFacts, earlier: Earlier, now: Date) {
  let oldest: OwnSend | null = null;
  for (const send of sends.open) {
    if (!isOfAccount(send, echo) || !isAfterSend(send, echo) || earlier.confirmed.has(send.id)) continue;
    const isSame = isSameContent(send, echo);
    if (send.conversationId !== conversationId && !(send.answersComment && isSame)) continue;
    if (isSame) return send;
    // With another content it may be typed by a person: it waits only for a send that will be settled.
    if (send.status === 'sending' || (send.settleBy !== null && send.settleBy >= now)) oldest ??= send;
  }
  return oldest;
}

/** Whether an echo may be the text that followed a file of ours. */
export const mayFollowFile = (echo: Echo): boolean => echo.mayBeOurs && !echo.hasFiles && echo.text !== '';

/** The send whose file was confirmed by an echo, its own answer lost: this is the text that followed. */
function findSendOfText(echo: Echo, conversationId: number | null, sends: SendFacts, earlier: Earlier): OwnSend | null {
  if (!mayFollowFile(echo)) return null;
  const isOfText = (send: OwnSend): boolean =>
    isOfAccount(send, echo) &&
    send.conversationId === conversationId &&
    (SENT.has(send.status) || earlier.confirmed.has(send.id)) &&
    send.happenedAt.getTime() >= echo.at.getTime() - TEXT_AFTER_FILE_MS &&
    isAfterSend(send, echo) &&
    isSameContent(send, echo) &&
    !earlier.parted.has(send.id);
  return sends.withFile.find(isOfText) ?? null;
}

function matchSend(echo: Echo, send: OwnSend, earlier: Earlier): EchoMatch {
  const messageId = send.id;
  // Named by our own id and settled: what the provider makes of it beside the message that it answered.
  if (!isOpen(send)) return { outcome: 'part', messageId };
  if (earlier.confirmed.has(messageId)) return { outcome: 'held', messageId };
  const isNamed = echo.callbackId === messageId;
  // Of a file with text, a send under way is confirmed by its file: that one has the message's id.
  const confirms =
    (send.status === 'unknown' && (isNamed || isSameContent(send, echo))) ||
    (isNamed && (!send.hasFiles || echo.hasFiles));
  if (!confirms) return { outcome: 'held', messageId };
  const isOtherAddress = send.answersComment && !echo.addresses.includes(send.peer);
  return { outcome: 'confirms', messageId, adoptedPeer: isOtherAddress ? send.peer : null };
}

function matchEcho(echo: Echo, facts: EchoFacts, sends: SendFacts, earlier: Earlier, now: Date): EchoMatch {
  const known = facts.knownMessageId ?? earlier.known.get(idOf(echo));
  if (known !== undefined) return { outcome: 'known', messageId: known };
  const send = facts.named ?? (echo.mayBeOurs ? findOpenSend(echo, facts.conversationId, sends, earlier, now) : null);
  if (send) return matchSend(echo, send, earlier);
  const sendOfText = findSendOfText(echo, facts.conversationId, sends, earlier);
  return sendOfText ? { outcome: 'part', messageId: sendOfText.id } : { outcome: 'foreign' };
}

/**
 * Tells echoes of our own sends from what was sent elsewhere, in the order in which they came. Ends after an echo that
 * joins two people: the facts of those behind it have to be loaded again.
 */
export function matchEchoes(echoes: readonly (Echo & EchoFacts)[], sends: SendFacts, now: Date): EchoMatch[] {
  const earlier: Earlier = { confirmed: new Set(), parted: new Set(), known: new Map() };
  const matches: EchoMatch[] = [];
  for (const echo of echoes) {
    const match = matchEcho(echo, echo, sends, earlier, now);
    matches.push(match);
    if (match.outcome === 'part' || match.outcome === 'confirms') earlier.known.set(idOf(echo), match.messageId);
    if (match.outcome === 'part') earlier.parted.add(match.messageId);
    if (match.outcome !== 'confirms') continue;
    earlier.confirmed.add(match.messageId);
    if (match.adoptedPeer !== null) break;
  }
  return matches;
}
