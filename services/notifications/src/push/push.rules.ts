import { createECDH } from 'node:crypto';
import { directionOf, type Language } from '@parley/common/languages/languages';
import { cutText } from '@parley/common/text/clean-text';
import type { FactData } from '@parley/common/workspace/notification-kinds';
import type { PushResult, PushTarget } from '@parley/providers/push/push-client';
import { z } from 'zod';
import type { Fact } from '../planning/plan-notifications.rules.ts';
import { MAX_PAUSE_MS, pauseAfter } from '../sending/job.rules.ts';
import { TEXTS } from '../wording/texts.rules.ts';

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

/** The subject of a push. */
type PushKind = 'message' | 'mention';

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

/** The news that a browser gets from a fact; null: none. */
export function newsOfFact({ kind, data }: Fact): News | null {
  if (kind !== 'hand_over' && kind !== 'mention') return null;
  const given = data as FactData['mention']; // safe: of a hand-over only the conversation is read
  const conversationId = given.conversation_id;
  return kind === 'mention' ? { kind, conversationId, memberId: given.member_id } : { kind, conversationId };
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

/** The time between two pushes to one browser: changes in between go into the next push. */
const REST_MS = 15_000;
const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000;

/** The subscription's next state; null: it is deleted. */
export interface AfterPush {
  isTold: boolean;
  attempts: number;
  firstFailedAt: Date | null;
  /** When it may be tried again. */
  next: Date;
}

/** The state after a push; a browser that could not be reached for three days is given up. */
export function afterPush(
  before: { attempts: number; firstFailedAt: Date | null },
  result: PushResult,
  now: Date,
): AfterPush | null {
  const at = (ms: number): Date => new Date(now.getTime() + ms);
  if (result.outcome === 'gone') return null;
  if (result.outcome === 'accepted') return { isTold: true, attempts: 0, firstFailedAt: null, next: at(REST_MS) };
  const firstFailedAt = before.firstFailedAt ?? now;
  if (now.getTime() - firstFailedAt.getTime() > GIVE_UP_AFTER_MS) return null;
  const attempts = before.attempts + 1;
  return {
    isTold: false,
    attempts,
    firstFailedAt,
    next: at(Math.min(MAX_PAUSE_MS, Math.max(pauseAfter(attempts), result.retryAfterMs ?? 0))),
  };
}

const TARGET_PURPOSE = 'push_subscriptions.target';
const Stored = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });

interface Cipher {
  encrypt(text: string, purpose: string): string;
  decrypt(text: string, purpose: string): string;
}

/** A browser's subscription, as it is stored. */
export const sealTarget = (cipher: Pick<Cipher, 'encrypt'>, target: PushTarget): string =>
  cipher.encrypt(JSON.stringify(Stored.parse(target)), TARGET_PURPOSE);

export const openTarget = (cipher: Pick<Cipher, 'decrypt'>, stored: string): PushTarget =>
  Stored.parse(JSON.parse(cipher.decrypt(stored, TARGET_PURPOSE)));

/** Whether a base64url text is a point of P-256: nothing can be encrypted for any other. */
export function isCurvePoint(text: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(text, 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** The sender's contact for a push service. */
export const contactOf = (publicUrl: string, mailFrom: string | undefined): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${mailFrom ?? 'parley@localhost'}`;

/** Push services take about 4 kB. */
const NAME_MAX = 100;

/**
 * The JSON that the console's push worker reads (apps/console/public/push-worker.js). It says neither who wrote nor
 * what: others may see the screen.
 */
export const pushText = ({
  kind,
  conversationId,
  workspace,
  language,
}: {
  kind: PushKind;
  conversationId: number | null;
  workspace: string;
  language: Language;
}): string =>
  JSON.stringify({
    title: TEXTS[language].push[kind],
    body: cutText(workspace, NAME_MAX),
    language,
    direction: directionOf(language),
    conversationId,
  });
