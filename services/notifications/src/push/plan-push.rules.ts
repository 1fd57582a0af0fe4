/** Something that a member may want to know while the console is closed. */
export type News =
  /** A customer wrote. */
  | { kind: 'message'; conversationId: number; position: LedgerPosition }
  /** A bot asks for a person. */
  | { kind: 'hand_over'; conversationId: number }
  | { kind: 'mention'; conversationId: number; memberId: string };

/** A position in the ledger of events. Decimal strings, because they may exceed 2^53. */
export interface LedgerPosition {
  position: string;
  seq: string;
}

/** A subscribed browser, with the member who is signed in there. */
export interface Subscriber extends LedgerPosition {
  id: number;
  memberId: string;
  /** Rows of the member's teams. */
  teams: readonly number[];
  news: PushKind | null;
  conversationId: number | null;
  dueAt: Date | null;
  /** Set while a worker sends what is stored. */
  claimedUntil: Date | null;
  /** The next push comes no earlier. */
  restUntil: Date | null;
}

/** What a push tells. */
export type PushKind = 'message' | 'mention';

/** A conversation of the news. */
export interface PushConversation {
  id: number;
  assignee: string | null;
  teamRow: number | null;
  /** Whether the customer's newest message waits for a person. */
  isWaiting: boolean;
}

/** The news of a browser, to store. */
export interface PlannedPush {
  id: number;
  news: PushKind;
  /** Null: of several conversations. */
  conversationId: number | null;
  dueAt: Date;
}

const isAfter = (one: LedgerPosition, other: LedgerPosition): boolean => {
  const [position, otherPosition] = [BigInt(one.position), BigInt(other.position)];
  return position === otherPosition ? BigInt(one.seq) > BigInt(other.seq) : position > otherPosition;
};

/** Whether it is assigned to the member, to one of their teams, or not at all. */
const isTheirs = ({ memberId, teams }: Subscriber, { assignee, teamRow }: PushConversation): boolean =>
  assignee === null ? teamRow === null || teams.includes(teamRow) : assignee === memberId;

function concerns(subscriber: Subscriber, news: News, conversation: PushConversation | undefined): boolean {
  if (news.kind === 'mention') return news.memberId === subscriber.memberId;
  if (!conversation || !isTheirs(subscriber, conversation)) return false;
  return news.kind === 'hand_over' || (conversation.isWaiting && isAfter(news.position, subscriber));
}

/** News that come while a push is being sent have a time of their own, by which the worker sees that they are not in it. */
function dueOf({ dueAt, claimedUntil, restUntil }: Subscriber, now: Date): Date {
  if (dueAt !== null && claimedUntil === null) return dueAt;
  return new Date(Math.max(now.getTime(), restUntil?.getTime() ?? 0, (dueAt?.getTime() ?? 0) + 1));
}

/** The push of each browser that the news concern (docs/reference/notifications.md#push). */
export function planPush(
  subscribers: readonly Subscriber[],
  news: readonly News[],
  conversations: ReadonlyMap<number, PushConversation>,
  now: Date,
): PlannedPush[] {
  return subscribers.flatMap((subscriber) => {
    const own = news.filter((one) => concerns(subscriber, one, conversations.get(one.conversationId)));
    const last = own.at(-1);
    if (!last) return [];
    const told = new Set<number | null>(own.map(({ conversationId }) => conversationId));
    if (subscriber.news !== null) told.add(subscriber.conversationId);
    return {
      id: subscriber.id,
      news: last.kind === 'mention' ? ('mention' as const) : ('message' as const),
      conversationId: told.size === 1 ? last.conversationId : null,
      dueAt: dueOf(subscriber, now),
    };
  });
}
