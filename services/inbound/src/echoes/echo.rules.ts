import { normalizeText } from '@parley/common/text/normalize-text';
import { isOpen, type OwnSend } from '../receipts/own-send.rules.ts';

/** A provider's echo of a message that an account sent. */
export interface Echo {
  channelAccountId: number;
  providerMessageId: string;
  /** Addresses of the customer; the first is the one to send to. */
  addresses: readonly string[];
  /** The message id that the send gave to the provider, where the provider returns it (fb). */
  callbackId: string | null;
  /** Whether it may be the echo of our own send although it names none. */
  mayBeOurs: boolean;
  text: string;
  hasFiles: boolean;
  at: Date;
}

/** The stored facts about one echo. */
export interface EchoFacts {
  /** The message with the id `callbackId`. */
  named: OwnSend | null;
  /** The conversation with the person. */
  conversationId: number | null;
  /** The message with the provider's id, of the message or of a part. */
  knownMessageId: string | null;
}

/** The stored sends that echoes may belong to, ordered by id. */
export interface SendFacts {
  open: readonly OwnSend[];
  /** The latest sends with a file of which no second part is known. */
  withFile: readonly OwnSend[];
}

/** The result of matching an echo; `messageId` is our send. */
export type EchoMatch =
  /** The message is known by this id. */
  | { outcome: 'known'; messageId: string }
  /** A further message of the provider for this send. */
  | { outcome: 'part'; messageId: string }
  /** Confirms an open send. `adoptedPeer`: the address that it was sent to, another address of the same person. */
  | { outcome: 'confirms'; messageId: string; adoptedPeer: string | null }
  /** It waits until this send is settled. */
  | { outcome: 'held'; messageId: string }
  /** Sent elsewhere. */
  | { outcome: 'foreign' };

/** The provider's clock may be this far behind the local one. */
const CLOCK_DIFFERENCE_MS = 10_000;
/** The text of a file follows it within this time, and within this many messages of the conversation. */
const TEXT_AFTER_FILE_MS = 300_000;
export const TEXT_AMONG_LATEST = 20;
const SENT = new Set(['sent', 'delivered', 'read']);

const isOfAccount = (send: OwnSend, echo: Echo): boolean => send.channelAccountId === echo.channelAccountId;
const isAfterSend = (send: OwnSend, echo: Echo): boolean =>
  send.happenedAt.getTime() <= echo.at.getTime() + CLOCK_DIFFERENCE_MS;

/** Results of earlier echoes in the batch. */
interface Earlier {
  confirmed: Set<string>;
  /** Sends that already have a second part. */
  parted: Set<string>;
  /** The message of each provider id so far. */
  known: Map<string, string>;
}

const idOf = (echo: Echo): string => `${echo.channelAccountId}:${echo.providerMessageId}`;

/** The most likely open send of an echo: the oldest with the same content, otherwise the oldest. */
function findOpenSend(echo: Echo, conversationId: number | null, sends: SendFacts, earlier: Earlier, now: Date) {
  let oldest: OwnSend | null = null;
  for (const send of sends.open) {
    if (!isOfAccount(send, echo) || !isAfterSend(send, echo) || earlier.confirmed.has(send.id)) continue;
    const isSame = isSameContent(send, echo);
    if (send.conversationId !== conversationId && !(send.answersComment && isSame)) continue;
    if (isSame) return send;
    // With other content a person may have typed it: it only waits for a send that will be settled.
    if (send.status === 'sending' || (send.settleBy !== null && send.settleBy >= now)) oldest ??= send;
  }
  return oldest;
}

/** Whether an echo may be the text that followed a sent file. */
export const mayFollowFile = (echo: Echo): boolean => echo.mayBeOurs && !echo.hasFiles && echo.text !== '';

/** The send whose file was confirmed by an echo after its own answer was lost: the echo is the text that followed. */
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
  // It has our own id and is settled: a further provider message of the same send.
  if (!isOpen(send)) return { outcome: 'part', messageId };
  if (earlier.confirmed.has(messageId)) return { outcome: 'held', messageId };
  const isNamed = echo.callbackId === messageId;
  // A running send of a file with text is confirmed by the echo of its file, which has the message's id.
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
 * Separates echoes of our own sends from messages that were sent elsewhere, in order. Stops after an echo that merges two
 * people: the facts of later echoes must be loaded again.
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

/** The content of a message, for comparison with an echo. */
interface Content {
  text: string;
  hasFiles: boolean;
}

const BLANK = new Set([' ', '\t', '\r', '\n']);

/** Trims blanks. A loop: a pattern would take quadratic time on a long run of blanks. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.has(text.charAt(start))) start++;
  while (end > start && BLANK.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const comparable = (text: string): string => trimBlanks(normalizeText(text, 'NFC'));

/**
 * Whether an echo has the content of a send, or of one of its two messages at the provider (a file and its text are two
 * messages there). Providers normalize composed characters and trim blanks, and change nothing else.
 */
export function isSameContent(sent: Content, echo: Content): boolean {
  if (echo.text === '') return echo.hasFiles && sent.hasFiles;
  return comparable(sent.text) === comparable(echo.text);
}
