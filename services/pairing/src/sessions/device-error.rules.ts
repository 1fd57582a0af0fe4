import { type AppError, refusedByProvider } from '@parley/common/errors';

/** The network refused a request of a linked device. */
export const deviceError = (message: string, code: string | null): AppError =>
  refusedByProvider({ name: 'device', status: null, code, message });
