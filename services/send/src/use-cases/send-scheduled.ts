import { AppError, type ProviderProblem, refusalCodeOf } from '@parley/common/errors';
import type { SendOutcome } from '@parley/providers/send-outcome';
import { findMissingCheck } from '../domain/refuse-template.ts';
import type { ClaimedSend } from '../domain/scheduled-send.ts';
import { unavailable } from '../domain/send-errors.ts';
import { CANCELLED, failedBy, type SendFailed } from '../domain/send-failure.ts';
import { START_WITHIN_MS } from '../domain/settle-by.ts';
import type { SendService } from '../service.ts';
import { postponeSends } from '../storage/due-store.ts';
import { checkTemplate } from './check-template.ts';
import { failScheduled } from './fail-scheduled.ts';
import { handOver, type ReadySend } from './hand-over.ts';
import { postponeScheduled } from './postpone-scheduled.ts';
import { prepareScheduled } from './prepare-scheduled.ts';
import { reportTokenRefusal } from './report-token-refusal.ts';
import { settleOutcome } from './settle-outcome.ts';

/** Pause of an account whose platform asked to wait, without a time. */
const ACCOUNT_PAUSE_MS = 2000;
/** Longest pause of an account: one message may wait longer than the others must. */
const ACCOUNT_PAUSE_MAX_MS = 60_000;
/** Pause between two looks at an account that its platform suspends. */
const OFFLINE_PAUSE_MS = 10_000;

const refusedBy = (provider: ProviderProblem): SendFailed =>
  failedBy({ code: refusalCodeOf(provider), message: provider.message }, provider.code);

/**
 * Ends a message whose file or credentials cannot be opened, or whose template must not be sent: a fault of the request
 * fails it, an outage postpones it.
 */
function giveUp(service: SendService, claimed: ClaimedSend, error: unknown): Promise<void> {
  const known = error instanceof AppError ? error : new AppError('internal_error', { cause: error });
  const failure = failedBy(known);
  return known.status < 500
    ? failScheduled(service, claimed, failure)
    : postponeScheduled(service, claimed, null, failure);
}

/** Honours a refusal: the platform's delay holds for the whole account. */
function storeRefusal(
  service: SendService,
  claimed: ClaimedSend,
  { provider, safeToRetry, retryAfterMs }: Extract<SendOutcome, { kind: 'refused' }>,
): Promise<void> {
  if (!safeToRetry) return failScheduled(service, claimed, refusedBy(provider));
  const pauseMs = Math.min(retryAfterMs ?? ACCOUNT_PAUSE_MS, ACCOUNT_PAUSE_MAX_MS);
  service.runningSends.pause(claimed.account.id, new Date(service.now().getTime() + pauseMs));
  return postponeScheduled(service, claimed, retryAfterMs, refusedBy(provider));
}

/** The messages of an account that the platform suspends wait for it, without a try. */
async function wait(
  { rawDatabase, durableWriter, runningSends, now }: SendService,
  claimed: ClaimedSend,
): Promise<void> {
  const { messageId, attempts, claimId, account } = claimed;
  const dueAt = new Date(now().getTime() + OFFLINE_PAUSE_MS);
  runningSends.pause(account.id, dueAt);
  await durableWriter.write(() => postponeSends(rawDatabase, [{ messageId, attempts }], { dueAt, claimId }), null);
}

/** The recipient may have opted out since it was scheduled. */
async function checkScheduled(service: SendService, claimed: ClaimedSend): Promise<void> {
  const { tenantId, account, template, claimedAtMs } = claimed;
  const deadlineAt = claimedAtMs + START_WITHIN_MS;
  const check = template && findMissingCheck(account, claimed);
  if (check) await checkTemplate(service, { tenantId, deadlineAt }, check, template);
}

async function leave(service: SendService, claimed: ClaimedSend): Promise<void> {
  const { refusal, isWithdrawn, claimedAtMs, account } = claimed;
  if (isWithdrawn) return failScheduled(service, claimed, CANCELLED);
  if (refusal) return failScheduled(service, claimed, failedBy(refusal));
  if (account.isOffline) return wait(service, claimed);
  let ready: ReadySend;
  try {
    await checkScheduled(service, claimed);
    ready = await prepareScheduled(service, claimed);
  } catch (error) {
    return giveUp(service, claimed, error);
  }
  if (Date.now() > claimedAtMs + START_WITHIN_MS) return giveUp(service, claimed, unavailable());
  const startedAt = new Date();
  const outcome = await handOver(service, ready, (call) => call(service.environment.PARLEY_PROVIDER_TIMEOUT_MS));
  const { order, prepared, reserved } = ready;
  if (outcome.kind === 'refused') await storeRefusal(service, claimed, outcome);
  else await service.durableWriter.write(() => settleOutcome(service, order, prepared, reserved, outcome), null);
  reportTokenRefusal(service, order, account, outcome, startedAt);
}

/**
 * Sends a claimed message, or fails it with message.status: nobody waits for an answer. What is not stored here, the
 * sweeper ends. Never rejects.
 */
export async function sendScheduled(service: SendService, claimed: ClaimedSend): Promise<void> {
  try {
    await leave(service, claimed);
  } catch (error) {
    const { messageId: message_id, tenantId: tenant_id } = claimed;
    service.logger.error(
      'scheduled-send.failed',
      { err: error, message_id, tenant_id },
      'A scheduled send was not stored.',
    );
  }
}
