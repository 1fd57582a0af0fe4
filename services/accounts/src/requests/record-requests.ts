import { verb } from '@parley/bus/verb';
import { recordRequests as contract } from '@parley/common/contracts/internal/record-requests';
import type { AccountsService } from '../service.ts';
import { insertRequests } from './request.store.ts';

/** Writes the log of API requests (docs/reference/console.md#request-log). */
export const recordRequests = verb(contract, async ({ database }: AccountsService, { items }) => {
  const requests = items.map((item) => ({ ...item, at: new Date(item.at) }));
  await insertRequests(database, requests);
  return {};
});
