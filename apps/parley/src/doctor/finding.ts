/** One result of a check. `advice` says what to do. */
export interface Finding {
  check: string;
  status: 'ok' | 'skipped' | 'warning' | 'failure';
  message: string;
  advice?: string;
}

/** The result of a check before its name is added. */
export type Found = Omit<Finding, 'check'>;

export const ok = (message: string): Found => ({ status: 'ok', message });
export const skipped = (message: string): Found => ({ status: 'skipped', message });
export const warning = (message: string, advice: string): Found => ({ status: 'warning', message, advice });
export const failure = (message: string, advice: string): Found => ({ status: 'failure', message, advice });

/** The message of the innermost cause, without its full stop; a driver's message contains no password. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message.replace(/\.$/, '');
}
