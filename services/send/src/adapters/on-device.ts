import { AppError } from '@parley/common/errors';
import { refused, type SendFailure } from '@parley/providers/send-outcome';

/** A call without a responder has done nothing; one that was received but not answered may have. */
function failureOf(error: AppError): SendFailure {
  const provider = { name: 'device' as const, status: null, code: error.code, message: error.message };
  if (error.code === 'provider_timeout') return { kind: 'unknown', provider };
  return refused(provider, { safeToRetry: error.code === 'service_unavailable' });
}

/** Calls services/pairing; an error of the bus becomes the failure that a provider would have answered. */
export async function onDevice<T>(call: () => Promise<T>): Promise<T | SendFailure> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError) return failureOf(error);
    throw error;
  }
}
