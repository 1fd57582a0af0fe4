/** The party that must act: the caller (request), the platform (Parley or a provider), or the channel's owner. */
type Fault = 'caller' | 'platform' | 'channel';

export interface CatalogueEntry {
  status: number;
  /** Default message; an error with its own message describes the case. */
  message: string;
  /** How to fix it; the source of docs/errors. */
  advice: string;
  fault: Fault;
  /** Whether the same request can succeed later unchanged. */
  retry: boolean;
}

/** Makes the entries that one party must act on. Without `retry` the same request fails again. */
export const entriesOf =
  (fault: Fault) =>
  (status: number, message: string, advice: string, { retry = false } = {}): CatalogueEntry => ({
    status,
    message,
    advice,
    fault,
    retry,
  });
