import type { ProviderProblem } from '@parley/common/errors';
import type { ProviderAnswer } from './provider-request.ts';

/** What became of a call to a provider that sends something. */
export type SendOutcome =
  | {
      kind: 'accepted';
      providerMessageId: string;
      /** The address that the provider knows the recipient by: often the one given. */
      recipientAlias: string | null;
    }
  | {
      kind: 'refused';
      provider: ProviderProblem;
      /** The account's token is invalid or was revoked. */
      channelBroken: boolean;
      /** Certainly not sent, and worth another try within the time limit. */
      safeToRetry: boolean;
      retryAfterMs: number | null;
      /** The chat's new id, when it became a supergroup (Telegram). */
      migratedTo: string | null;
    }
  /** No answer, or one that does not tell: it may have been sent, so it must not be sent again. */
  | { kind: 'unknown'; provider: ProviderProblem };

/** What became of a call that did not succeed. */
export type SendFailure = Exclude<SendOutcome, { kind: 'accepted' }>;
export type RefusedOutcome = Extract<SendOutcome, { kind: 'refused' }>;

/** What a call that only reads, or changes an account's settings, brought. */
export type ReadResult<T> = { ok: true; value: T } | { ok: false; failure: SendFailure };

/** A refusal with nothing special about it but what is given. */
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
 * What an answer that is not the provider's own says of a send: a gateway that turned the request away (3xx, 4xx, 503
 * with a hint) did not pass it on; any other may have.
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
  const told = (status === 429 || status === 503) && retryAfterMs !== null;
  if (!told && (status < 300 || status >= 500)) return { kind: 'unknown', provider };
  return refused(provider, { safeToRetry: told, retryAfterMs });
}
