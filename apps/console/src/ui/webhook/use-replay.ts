import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { mutate, type OperationError } from '../../api/call-gateway.ts';
import type { InputOf } from '../../api/operations.ts';
import { DELIVERY_OPERATIONS, type DeliveryScope } from './delivery-operations.ts';

type Range = Omit<InputOf<'replay-deliveries'>, 'cursor'>;

/** They show how many deliveries wait. */
const HEALTH = ['get-webhook', 'check-platform-webhook', 'check-tenant-platform-webhook'];

/** One call takes this many ids. */
const IDS_MAX = 100;

/** Replays a range, call by call; returns how many are made again. */
async function replayRange(scope: DeliveryScope, range: Range): Promise<number> {
  let replayed = 0;
  let cursor: string | null = null;
  do {
    const input: InputOf<'replay-deliveries'> = { ...range, ...(cursor ? { cursor } : {}) };
    const page = await mutate(DELIVERY_OPERATIONS[scope].replay, input);
    replayed += page.replayed;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return replayed;
}

/** Replays what is given, however much it is; what was read of deliveries before is read again. */
export function useReplay(scope: DeliveryScope): UseMutationResult<number, OperationError, readonly string[] | Range> {
  const queries = useQueryClient();
  return useMutation<number, OperationError, readonly string[] | Range>({
    async mutationFn(what) {
      if (!isIds(what)) return replayRange(scope, what);
      let replayed = 0;
      for (let at = 0; at < what.length; at += IDS_MAX)
        replayed += await replayRange(scope, { ids: what.slice(at, at + IDS_MAX) });
      return replayed;
    },
    onSettled: () =>
      Promise.all(
        [DELIVERY_OPERATIONS[scope].list, DELIVERY_OPERATIONS[scope].get, ...HEALTH].map((read) =>
          queries.invalidateQueries({ queryKey: [read] }),
        ),
      ),
  });
}

const isIds = (what: readonly string[] | Range): what is readonly string[] => Array.isArray(what);
