import type { IDataObject } from 'n8n-workflow';

/** An HTTP error of n8n: the answer is in one of these places, by the version of n8n. */
interface HttpError {
  response?: { data?: IDataObject };
  context?: { data?: IDataObject };
}

/** Where to continue after a position that is older than the ledger of events; null for any other error. */
export function readOldestAfter(error: unknown): string | null {
  const { response, context } = error as HttpError;
  const oldest = (response?.data ?? context?.data)?.oldest_after;
  return typeof oldest === 'string' ? oldest : null;
}
