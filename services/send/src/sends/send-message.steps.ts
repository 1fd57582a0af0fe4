import { AppError } from '@parley/common/errors';
import { retryRefused } from '@parley/providers/http/retry-refused';
import type { SendOutcome } from '@parley/providers/sent/send-outcome';
import { traced } from '@parley/runtime/tracing/tracing';
import type { SendingAccount } from '../channels/channel.rules.ts';
import { reportTokenRefusal } from '../channels/token.client.ts';
import { findKeptRequest } from '../reserve/reservation.store.ts';
import { reserveSend } from '../reserve/reserve-send.steps.ts';
import { scheduleMessage } from '../scheduled/schedule-message.steps.ts';
import type { SendService } from '../service.ts';
import { releaseReservation, settleOutcome } from '../settle/settle-outcome.steps.ts';
import { decideRepeat, replay } from './repeat.rules.ts';
import {
  ANSWER_MARGIN_MS,
  type AnsweredSend,
  type Idempotency,
  RESPONSE_MARGIN_MS,
  type ReservedSend,
  type Send,
  type SendInput,
  type Sent,
} from './send.rules.ts';
import { refuseReservation, unavailable } from './send-errors.rules.ts';

/**
 * The answer to an earlier request with the same Idempotency-Key, if it is known before the file and the time are
 * checked: a repeat gets the first answer even if the file no longer exists or the time has passed. Other repeats are
 * found by the reservation.
 */
export async function findRepeat(
  service: SendService,
  owner: string,
  idempotency: Idempotency | null,
  { mediaUrl, uploadId, sendAt }: Pick<SendInput, 'mediaUrl' | 'uploadId' | 'sendAt'>,
): Promise<Sent | null> {
  if (!idempotency || (mediaUrl ?? uploadId ?? sendAt) === undefined) return null;
  const kept = await findKeptRequest(service.database, owner, idempotency.key);
  const repeat = decideRepeat(kept, idempotency, service.now());
  return repeat && replay(repeat);
}

/**
 * Sends one message: reserves, calls the provider, settles, and answers only after that is committed. A message with an
 * unknown outcome is never sent again (docs/reference/sends.md#time-limit-and-retries). While the platform suspends the
 * account, the message is scheduled instead (docs/reference/sends.md#a-suspended-number).
 */
export async function sendMessage(service: SendService, send: Send): Promise<Sent> {
  const result = await reserveSend(service, send);
  if (result.outcome === 'replayed') return replay(result);
  // A rule's or a bot's message would come too late; its caller repeats it.
  if (result.outcome === 'offline' && send.origin !== 'bot') return scheduleMessage(service, send, service.now());
  if (result.outcome !== 'reserved') throw refuseReservation(result);

  const reserved = result.send;
  const startedAt = Date.now();
  const timeoutMs = service.environment.PARLEY_PROVIDER_TIMEOUT_MS;
  const deadline = Math.min(startedAt + timeoutMs, send.deadlineAt - ANSWER_MARGIN_MS);
  if (deadline <= startedAt) return giveUp(service, reserved, unavailable());
  let credentials: SendingAccount['credentials'];
  try {
    credentials = service.openCredentials(reserved.account.credentials);
  } catch (error) {
    return giveUp(service, reserved, error);
  }
  const answered = await handOver(service, reserved, credentials, (call) => retryRefused(call, deadline));
  const sent = await service.durableWriter.write(
    () => settleOutcome(service, answered),
    send.deadlineAt - RESPONSE_MARGIN_MS,
  );
  reportTokenRefusal(service, answered, new Date(startedAt));
  return sent;
}

/** Releases the reservation of a send whose provider was not called, before the answer or shortly after it. */
async function giveUp(service: SendService, send: ReservedSend, error: unknown): Promise<never> {
  await service.durableWriter
    .write(() => releaseReservation(service, send), send.deadlineAt - RESPONSE_MARGIN_MS)
    .catch((late: unknown) => {
      if (!(late instanceof AppError && late.code === 'provider_timeout')) throw late;
    });
  throw error;
}

/** Calls the provider; `attempt` decides how often and how long. Counts the outcome. */
export async function handOver(
  service: SendService,
  send: ReservedSend,
  credentials: SendingAccount['credentials'],
  attempt: (call: (timeoutMs: number) => Promise<SendOutcome>) => Promise<SendOutcome>,
): Promise<AnsweredSend> {
  const startedAt = Date.now();
  const { messageId, tenantId, channel, file, peer: to, threadId, commentId, category = null } = send;
  const { id, externalId, isOnBizApp } = send.account;
  const account = { id, tenantId, externalId, credentials, isOnBizApp };
  const message = { ...send.message, to, file, threadId, commentId, category };
  const sender = service.senders[channel];
  const outcome = await traced({ name: `provider ${channel}`, kind: 'client' }, () =>
    attempt((timeoutMs) => sender.send(account, message, messageId, timeoutMs)),
  );
  service.metrics.count(channel, outcome, Date.now() - startedAt);
  return { outcome, ...send };
}
