import { failureOf } from './acks.client.ts';

/** The code with which the network refused a query; null for any other error. The library keeps it as the data of its error. */
export const networkCodeOf = (error: unknown): number | null =>
  error instanceof Error && 'isBoom' in error && 'data' in error && typeof error.data === 'number' ? error.data : null;

/** A query that failed; `status` is null when the network was not reached: nothing was done. */
type QueryFailure =
  | { outcome: 'refused'; status: number | null; message: string }
  | { outcome: 'unknown'; message: string };

/** The outcome of an act that the network refused or did not answer. */
export function queryFailureOf(error: unknown): QueryFailure {
  const code = networkCodeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code !== null) return { outcome: 'refused', status: code, message };
  const failure = failureOf(error);
  return failure.kind === 'unknown'
    ? { outcome: 'unknown', message }
    : { outcome: 'refused', status: failure.status, message };
}
