/** Who has to act: the caller (request), the platform (us or a provider), or the channel's owner. */
type Fault = 'caller' | 'platform' | 'channel';

/** One error code: what it answers, and what to do about it. */
export interface CatalogueEntry {
  status: number;
  /** Default message; an error thrown with its own message names the case. */
  message: string;
  /** What to do about it: docs/errors is generated from this. */
  advice: string;
  fault: Fault;
  /** Whether the same request can succeed later without a change. */
  retry: boolean;
}

/** Makes the entries that one party has to act on; without `retry` the same request fails again. */
export const entriesOf =
  (fault: Fault) =>
  (status: number, message: string, advice: string, { retry = false } = {}): CatalogueEntry => ({
    status,
    message,
    advice,
    fault,
    retry,
  });
