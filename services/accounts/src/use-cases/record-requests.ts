import type { recordRequests as contract } from '@parley/common/contracts/internal/record-requests';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { AccountsService } from '../service.ts';
import { insertRequests } from '../storage/request-store.ts';

/** Writes the log of API requests (docs/reference/console.md#request-log). */
export async function recordRequests(
  { database }: AccountsService,
  { items }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const requests = items.map((item) => ({ ...item, at: new Date(item.at) }));
  await insertRequests(database, requests);
  return {};
}
