import { type OutboxRow, toOutboxRow } from '@parley/messaging/outbox/new-event';
import type { ConnectedAccount } from '../batch/account.rules.ts';
import { messageStatus } from '../messages/message-events.rules.ts';
import { isOpen, type OwnSend } from '../receipts/own-send.rules.ts';

/** A receipt for everything that was sent in a conversation up to a point in time. */
export interface Watermark {
  status: 'delivered' | 'read';
  channelAccountId: number;
  /** The covered range; null while it is not known ({@link placeNamed}). */
  covers: Covered | null;
  /** When it happened, by the provider's clock. */
  at: Date;
}

export interface Covered {
  conversationId: number | null;
  until: Date | null;
}

/** A message that a watermark names. */
export interface NamedMessage {
  conversationId: number;
  status: string;
  /** By the provider's clock where known, else by the local clock. */
  sentAt: Date;
}

/** An outbound message whose status may still change. */
export interface MovableMessage {
  id: string;
  conversationId: number;
  status: 'sent' | 'delivered';
  /** By the provider's clock where known, else by the local clock. */
  sentAt: Date;
}

/** A message that a watermark may move, with the data of its event. */
export interface StoredMovable extends MovableMessage {
  peer: string;
  providerMessageId: string | null;
}

export type OpenSend = Pick<
  OwnSend,
  'id' | 'channelAccountId' | 'conversationId' | 'status' | 'answersComment' | 'happenedAt'
>;

/** The times up to which a conversation is delivered and read. */
export interface Marks {
  deliveredUntil: Date | null;
  readUntil: Date | null;
}

/** A status change of one message. */
interface Move<M extends MovableMessage> {
  message: M;
  status: 'delivered' | 'read';
  at: Date;
}

/** The result of one watermark. */
interface WatermarkResult<M extends MovableMessage> {
  moves: Move<M>[];
  /** Whether it must be applied again: when `waitsFor` is settled, or when the message that it names is stored. */
  waits: boolean;
  waitsFor: string | null;
}

const STEPS = { sent: 1, delivered: 2, read: 3 };

/** The current statuses by message id: each watermark of a batch continues where the previous one ended. */
type Reached = Map<string, keyof typeof STEPS>;

/** The range of a watermark that names a message: null while that message is not stored, or is an unsettled send. */
export const placeNamed = (named: NamedMessage | undefined): Covered | null =>
  named === undefined || isOpen(named) ? null : { conversationId: named.conversationId, until: named.sentAt };

/**
 * Moves the sent messages of a conversation forward up to a point in time, each once; skipped steps are not invented.
 */
function moveUntil<M extends MovableMessage>(
  messages: readonly M[],
  { conversationId, until }: Covered,
  { status, at }: Pick<Watermark, 'status' | 'at'>,
  reached: Reached,
): Move<M>[] {
  const moves: Move<M>[] = [];
  for (const message of messages) {
    if (message.conversationId !== conversationId || until === null || message.sentAt > until) continue;
    if (STEPS[reached.get(message.id) ?? message.status] >= STEPS[status]) continue;
    reached.set(message.id, status);
    moves.push({ message, status, at });
  }
  return moves;
}

/** The open send that a watermark may cover: sends in progress first, since they settle soonest, then the oldest. */
function findCovered(open: readonly OpenSend[], channelAccountId: number, { conversationId, until }: Covered) {
  const covered = open.filter(
    (send) =>
      send.channelAccountId === channelAccountId &&
      until !== null &&
      send.happenedAt <= until &&
      (conversationId === null ? send.answersComment : send.conversationId === conversationId),
  );
  return covered.find(({ status }) => status === 'sending') ?? covered[0] ?? null;
}

/** Applies watermarks in order of arrival. `messages` and `open` sends are ordered by id. */
export function decideWatermarks<M extends MovableMessage>(
  watermarks: readonly Watermark[],
  { messages, open }: { messages: readonly M[]; open: readonly OpenSend[] },
): WatermarkResult<M>[] {
  const reached: Reached = new Map();
  return watermarks.map((watermark) => {
    const { covers, channelAccountId } = watermark;
    if (covers === null) return { moves: [], waits: true, waitsFor: null };
    const moves = moveUntil(messages, covers, watermark, reached);
    // When that send is settled, the watermark is applied again and finds the next one.
    const send = findCovered(open, channelAccountId, covers);
    return { moves, waits: send !== null, waitsFor: send?.id ?? null };
  });
}

const later = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b > a) ? b : a);

/** The conversation marks that watermarks change; they never move back. */
export function advanceMarks(
  marks: ReadonlyMap<number, Marks>,
  watermarks: readonly Pick<Watermark, 'status' | 'covers'>[],
): Map<number, Marks> {
  const advanced = new Map<number, Marks>();
  for (const { status, covers } of watermarks) {
    const id = covers?.conversationId ?? null;
    const kept = id === null ? undefined : (advanced.get(id) ?? marks.get(id));
    if (id === null || kept === undefined) continue;
    const member = status === 'read' ? 'readUntil' : 'deliveredUntil';
    const until = later(kept[member], covers?.until ?? null);
    if (until !== kept[member]) advanced.set(id, { ...kept, [member]: until });
  }
  return advanced;
}

/** Applies conversation marks to messages that arrived, or got their provider time, after them. */
export function applyMarks<M extends MovableMessage & Marks>(messages: readonly M[]): Move<M>[] {
  const reached: Reached = new Map();
  const conversations = new Map(messages.map((message) => [message.conversationId, message]));
  return [...conversations].flatMap(([conversationId, { deliveredUntil, readUntil }]) => {
    const move = (status: 'delivered' | 'read', until: Date | null) =>
      until === null ? [] : moveUntil(messages, { conversationId, until }, { status, at: until }, reached);
    return [...move('delivered', deliveredUntil), ...move('read', readUntil)];
  });
}

type StoredMove = Move<StoredMovable>;

/** The entry of a move in its message's history. */
export const moveStep = ({ message, status, at }: StoredMove) => ({ messageId: message.id, status, at });

/** The event of a move. */
export function moveEvent(account: ConnectedAccount, { message, status, at }: StoredMove, receivedAt: Date): OutboxRow {
  const { id: messageId, conversationId, peer, providerMessageId } = message;
  const known = { messageId, conversationId, peer, providerMessageId };
  return toOutboxRow(messageStatus(account, { status, at, error: null }, known, receivedAt));
}
