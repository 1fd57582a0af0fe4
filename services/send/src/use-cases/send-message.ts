import { AppError } from '@parley/common/errors';
import { retryRefused } from '@parley/providers/retry-refused';
import { ANSWER_MARGIN_MS, RESPONSE_MARGIN_MS } from '../domain/answer-margins.ts';
import type { SendingAccount } from '../domain/channel-sender.ts';
import { replay } from '../domain/decide-repeat.ts';
import type { PreparedSend } from '../domain/prepared-send.ts';
import type { Reserved } from '../domain/reservation.ts';
import { refuseReservation, unavailable } from '../domain/send-errors.ts';
import type { SendOrder, Sent } from '../domain/send-order.ts';
import type { SendService } from '../service.ts';
import { handOver } from './hand-over.ts';
import { releaseReservation } from './release-reservation.ts';
import { reportTokenRefusal } from './report-token-refusal.ts';
import { reserveSend } from './reserve-send.ts';
import { scheduleMessage } from './schedule-message.ts';
import { settleOutcome } from './settle-outcome.ts';

/** Releases the reservation of a send whose provider was not called, before the answer or shortly after it. */
async function giveUp(service: SendService, order: SendOrder, reserved: Reserved, error: unknown): Promise<never> {
  await service.durableWriter
    .write(() => releaseReservation(service, order, reserved), order.deadlineAt - RESPONSE_MARGIN_MS)
    .catch((late: unknown) => {
      if (!(late instanceof AppError && late.code === 'provider_timeout')) throw late;
    });
  throw error;
}

/**
 * Sends one message: reserves, calls the provider, settles, and answers only after that is committed. A message with an
 * unknown outcome is never sent again (docs/reference/sends.md#time-limit-and-retries). While the platform suspends the
 * account, the message is scheduled instead (docs/reference/sends.md#a-suspended-number).
 */
export async function sendMessage(service: SendService, order: SendOrder, prepared: PreparedSend): Promise<Sent> {
  const reserved = await reserveSend(service, order, prepared);
  if (reserved.outcome === 'replayed') return replay(reserved);
  // A rule's or a bot's message would come too late; its caller repeats it.
  if (reserved.outcome === 'offline' && order.origin !== 'bot')
    return scheduleMessage(service, order, prepared, service.now());
  if (reserved.outcome !== 'reserved') throw refuseReservation(reserved);

  const startedAt = Date.now();
  const timeoutMs = service.environment.PARLEY_PROVIDER_TIMEOUT_MS;
  const deadline = Math.min(startedAt + timeoutMs, order.deadlineAt - ANSWER_MARGIN_MS);
  if (deadline <= startedAt) return giveUp(service, order, reserved, unavailable());
  let credentials: SendingAccount['credentials'];
  try {
    credentials = service.openCredentials(reserved.account.credentials);
  } catch (error) {
    return giveUp(service, order, reserved, error);
  }
  const outcome = await handOver(service, { order, prepared, reserved, credentials }, (call) =>
    retryRefused(call, deadline),
  );
  const sent = await service.durableWriter.write(
    () => settleOutcome(service, order, prepared, reserved, outcome),
    order.deadlineAt - RESPONSE_MARGIN_MS,
  );
  reportTokenRefusal(service, order, reserved.account, outcome, new Date(startedAt));
  return sent;
}
