import type { ProviderProblem } from '@parley/common/errors';
import type { ProviderAnswer } from '../http/provider-request.ts';

/** Codes of messages that Parley itself holds back, before the platform is called (docs/reference/wd.md#pace-of-new-chats). */
const HELD_BACK = ['account_restricted', 'paced'] as const;
export type HeldBack = (typeof HELD_BACK)[number];

/** Whether this code is one of a message that was held back. */
export const isHeldBack = (code: string | number | null): code is HeldBack => HELD_BACK.some((one) => one === code);

/** The outcome of a call that sends something. */
export type SendOutcome =
  | {
      kind: 'accepted';
      providerMessageId: string;
      /** The provider's address of the recipient, often the given one. */
      recipientAlias: string | null;
      /** Further ids that the provider gives the message: those of its parts, and of its poll (tg). */
      furtherIds?: readonly string[];
      /** The provider holds it, and sends or drops it later (wa). */
      isHeld?: true;
    }
  | {
      kind: 'refused';
      provider: ProviderProblem;
      /** The account's token is invalid or was revoked. */
      channelBroken: boolean;
      /** Certainly not sent; may be retried within the time limit. */
      safeToRetry: boolean;
      retryAfterMs: number | null;
      /** Set when Parley itself refused it. */
      heldBack?: HeldBack;
      /** The chat's new id, when it became a supergroup (Telegram). */
      migratedTo: string | null;
    }
  /** No answer, or an ambiguous one: it may have been sent, so it must not be sent again. */
  | { kind: 'unknown'; provider: ProviderProblem };

/** The outcome of a call that did not succeed. */
export type SendFailure = Exclude<SendOutcome, { kind: 'accepted' }>;
export type AcceptedOutcome = Extract<SendOutcome, { kind: 'accepted' }>;
export type RefusedOutcome = Extract<SendOutcome, { kind: 'refused' }>;

/** The result of a call that reads, or changes an account's settings. */
export type ReadResult<T> = { ok: true; value: T } | { ok: false; failure: SendFailure };

/** A refusal with default members except for the given ones. */
export const refused = (
  provider: ProviderProblem,
  given: Partial<Omit<RefusedOutcome, 'kind' | 'provider'>> = {},
): RefusedOutcome => ({
  kind: 'refused',
  provider,
  channelBroken: false,
  safeToRetry: false,
  retryAfterMs: null,
  migratedTo: null,
  ...given,
});

/**
 * The outcome of a send after an answer without the provider's error body: a proxy that refused the request (3xx, 4xx, or 503
 * with Retry-After) did not forward it; after any other answer it may have been sent.
 */
export function failureWithoutReason(
  name: ProviderProblem['name'],
  { status, retryAfterMs }: ProviderAnswer,
): SendFailure {
  const provider: ProviderProblem = {
    name,
    status,
    code: null,
    message: `The provider answered ${status} without saying why.`,
  };
  const isRetryHinted = (status === 429 || status === 503) && retryAfterMs !== null;
  if (!isRetryHinted && (status < 300 || status >= 500)) return { kind: 'unknown', provider };
  return refused(provider, { safeToRetry: isRetryHinted, retryAfterMs });
}
