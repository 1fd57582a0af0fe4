import { AppError } from '@parley/common/errors';
import { isTemporary } from '@parley/database/batches/isolate-refused';

const RETRY_AFTER_SECONDS = 1;

/** Reports any failure as `service_unavailable`: the provider, or the device, repeats what it sent. */
export async function mapToUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS, cause });
  }
}

/** Whether the element itself is at fault: bad data, a broken constraint, too long for an index, or our own parsing. */
export const isUnstorable = (error: unknown): boolean => !isTemporary(error);
