import type { ProviderProblem } from '@parley/common/errors';

/** What became of a call to a provider that sends something. */
export type SendOutcome =
  | {
      kind: 'accepted';
      providerMessageId: string;
      /** The address the provider knows the recipient by, where it differs from the one given. */
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

export type RefusedOutcome = Extract<SendOutcome, { kind: 'refused' }>;

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
