import { type Contract, subjectOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Logger } from '@parley/runtime/logger';
import { CarrierError } from '../carriers/carrier.ts';

const RETRY_AFTER_SECONDS = 1;

/** The error for the caller of a request that had no answer, which it logs. */
export function unansweredError(error: unknown, contract: Contract, logger: Logger): AppError {
  const subject = subjectOf(contract);
  if (error instanceof CarrierError && error.reason === 'too_large') {
    logger.error('bus-request.oversized', { subject }, error.message);
    return new AppError('payload_too_large', { message: error.message, cause: error });
  }
  logger.warn(
    'bus-request.unanswered',
    { subject, reason: error instanceof CarrierError ? error.reason : String(error) },
    'A request on the bus had no answer.',
  );
  // A worker accepted the request but sent no answer. If it may have sent something, 503 would wrongly say that nothing
  // happened.
  const mayHaveSent =
    error instanceof CarrierError && error.reason === 'timeout' && contract.errors.includes('provider_timeout');
  return mayHaveSent
    ? new AppError('provider_timeout', { cause: error })
    : new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS, cause: error });
}
