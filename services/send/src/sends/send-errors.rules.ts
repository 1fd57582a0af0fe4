import { AppError, type ErrorExtras, invalidField } from '@parley/common/errors';
import type { StoredAnswer } from '@parley/messaging/messages/outbound-message';
import type { ReserveResult } from '../reserve/reservation.rules.ts';

/** On tt only the person can begin a conversation. */
export const NO_THREAD = 'This person has not written to the account yet: on tt only they can start a conversation.';

/**
 * A person intervened before a bot's message. Not in the error catalogue, because no external caller sends as a bot.
 */
export class SupersededSend extends Error {
  constructor() {
    super('Somebody of the workspace has stepped in.');
    this.name = 'SupersededSend';
  }
}

export const invalidFrom = (): AppError =>
  invalidField(
    'from',
    'from names no connected account of this channel: give its id, number or label as in ?action=channels.',
  );

export const notConnected = (): AppError =>
  new AppError('not_connected', { message: 'No account of this channel is connected.' });

const RETRY_AFTER_SECONDS = 1;

/** Nothing was sent, and a repeat may succeed. */
export const unavailable = (cause?: unknown): AppError =>
  new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS, cause });

/** The error of a send that was not reserved. */
export function refuseReservation(
  result: Exclude<ReserveResult, { outcome: 'reserved' } | { outcome: 'replayed' }>,
): AppError | SupersededSend {
  switch (result.outcome) {
    case 'in_progress':
      return new AppError('idempotency_in_progress');
    case 'mismatch':
      return new AppError('idempotency_mismatch');
    case 'unknown_conversation':
      return new AppError('unknown_conversation');
    case 'invalid_from':
      return invalidFrom();
    case 'not_connected':
      return notConnected();
    case 'no_thread':
      return new AppError('no_existing_conversation', { message: NO_THREAD });
    case 'window_closed':
      return new AppError('no_existing_conversation', { body: { templates: result.templates } });
    case 'unchecked_template':
    case 'offline':
      return unavailable();
    case 'insufficient_balance':
      return new AppError('insufficient_balance');
    case 'superseded':
      return new SupersededSend();
  }
}

/** The error of an answer stored for an Idempotency-Key. */
export function toError(answer: Extract<StoredAnswer, { ok: false }>): AppError {
  const { code, message, extras } = answer.error;
  // safe: stored from an AppError of this service
  return new AppError(code as AppError['code'], { message, ...(extras as Omit<ErrorExtras, 'message'>) });
}
