import { AppError, refusedByProvider } from '@parley/common/errors';
import type { SendFailure } from '@parley/providers/send-outcome';

const REPEAT =
  'The platform did not answer in time. Repeat the request: this is safe, and has no further effect if the act was done.';

/** The error of an act that its platform refused, or did not answer. */
export const toActError = ({ kind, provider }: SendFailure): AppError =>
  kind === 'unknown' ? actTimedOut({ provider }) : refusedByProvider(provider);

export const actTimedOut = (extras: { provider?: SendFailure['provider'] } = {}): AppError =>
  new AppError('provider_timeout', { message: REPEAT, ...extras });
