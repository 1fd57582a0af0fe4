import type { HISTORY_FIELDS } from '@parley/providers/received/inbound-item';
import type { ReadResult } from '@parley/providers/sent/send-outcome';

/** The request of an import that is due: contacts are requested before the history. */
export interface DueRequest {
  channelAccountId: number;
  tenantId: number;
  externalId: string;
  /** Encrypted. */
  credentials: string;
  field: (typeof HISTORY_FIELDS)[number];
  /** When it was requested before; null: it was not. */
  askedAt: Date | null;
  /** The first webhook that answers it. */
  answeredAt: Date | null;
  askUntil: Date;
  /** The fencing token of this attempt. */
  attempts: number;
}

/** The outcome of a request: its state, and when the next one is due. */
export type RequestOutcome =
  | { state: 'requested'; requestId: string | null }
  | { state: 'late' | 'refused' }
  | { state: 'due'; dueAt: Date };

/** The platform's codes of a request that was made before, and of one that is too late. */
const REQUESTED_BEFORE = 2593107;
const TOO_LATE = 2593108;

/** After a request whose answer was lost, its webhooks are awaited for this time. */
const LOOK_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 3_600_000;

/**
 * The outcome of a request that may have been made already; null: it is made now. A second one is refused, so its
 * webhooks are awaited first.
 */
export function outcomeBefore({ askedAt, answeredAt, askUntil }: DueRequest, now: Date): RequestOutcome | null {
  if (answeredAt) return { state: 'requested', requestId: null };
  const lookUntil = askedAt && new Date(askedAt.getTime() + LOOK_MS);
  if (lookUntil && lookUntil > now) return { state: 'due', dueAt: lookUntil };
  return askUntil <= now ? { state: 'late' } : null;
}

const codeOf = (code: unknown): number => Number(code);

/** The outcome of the platform's answer. Other refusals may be temporary: they are repeated while that is possible. */
export function outcomeOf(
  answer: ReadResult<{ requestId: string | null }>,
  { attempts, askUntil }: DueRequest,
  now: Date,
): RequestOutcome {
  if (answer.ok) return { state: 'requested', requestId: answer.value.requestId };
  const { kind, provider } = answer.failure;
  if (kind === 'unknown') return { state: 'due', dueAt: new Date(now.getTime() + LOOK_MS) };
  if (codeOf(provider.code) === REQUESTED_BEFORE) return { state: 'requested', requestId: null };
  if (codeOf(provider.code) === TOO_LATE) return { state: 'late' };
  const dueAt = new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts, 10), MAX_PAUSE_MS));
  return dueAt < askUntil ? { state: 'due', dueAt } : { state: 'refused' };
}
