import { AppError } from '@parley/common/errors';

const RETRY_AFTER_SECONDS = 1;

/** Reports any failure as `service_unavailable`: the provider, or the device, repeats what it sent. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS, cause });
  }
}
