import type { ChannelAction } from '@parley/common/capabilities';
import type { Channel } from '@parley/common/channels';
import { retryRefused } from '@parley/providers/retry-refused';
import type { SendFailure } from '@parley/providers/send-outcome';
import { toActError } from '../domain/act-error.ts';
import { ANSWER_MARGIN_MS } from '../domain/answer-margins.ts';
import type { CheckOutcome } from '../domain/channel-acts.ts';
import type { SendingAccount } from '../domain/channel-sender.ts';
import type { Account } from '../domain/reservation.ts';
import { unavailable } from '../domain/send-errors.ts';
import type { SendService } from '../service.ts';
import { reportTokenRefusal } from './report-token-refusal.ts';

/** An act of an account; `call` is its one call of the provider. */
export interface Act<O> {
  tenantId: number;
  channel: Channel;
  action: ChannelAction;
  account: Account;
  /** The caller's deadline, in ms since the epoch. */
  deadlineAt: number;
  call(account: SendingAccount, timeoutMs: number): Promise<O>;
}

const isFailure = (outcome: { kind: string }): outcome is SendFailure =>
  outcome.kind === 'refused' || outcome.kind === 'unknown';

/**
 * Calls the provider for an act, again only after a refusal that says so, and returns its answer. Errors: those of the
 * provider, service_unavailable when no time is left.
 */
export async function performAct<O extends { kind: 'done' } | CheckOutcome>(
  service: SendService,
  { tenantId, channel, action, account, deadlineAt, call }: Act<O>,
): Promise<Exclude<O, SendFailure>> {
  const startedAt = Date.now();
  const untilMs = Math.min(startedAt + service.environment.PARLEY_PROVIDER_TIMEOUT_MS, deadlineAt - ANSWER_MARGIN_MS);
  if (untilMs <= startedAt) throw unavailable();
  const { id, externalId } = account;
  const opened = { id, tenantId, externalId, credentials: service.openCredentials(account.credentials) };
  const outcome = await retryRefused((leftMs) => call(opened, leftMs), untilMs);
  service.metrics.countAct(channel, action, outcome.kind);
  if (!isFailure(outcome)) return outcome as Exclude<O, SendFailure>; // safe: the failures are excluded above
  reportTokenRefusal(service, { tenantId, channel }, { id, externalId }, outcome, new Date(startedAt));
  throw toActError(outcome);
}
