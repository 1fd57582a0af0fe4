import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { mutate, type OperationError } from '../../api/call-gateway.ts';
import type { InputOf, QueryName } from '../../api/operations.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { refetchAll } from '../../api/refetch.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { webhookTexts } from '../../texts/deliveries.ts';
import { notify } from '../problems/toast.ts';
import { DELIVERY_OPERATIONS, type DeliveryScope } from './delivery-operations.ts';

type Range = Omit<InputOf<'replay-deliveries'>, 'cursor'>;

/** The owner of the deliveries: the session's workspace, one that the operator names, or the deployment. */
export type ReplayOf = { scope: DeliveryScope } | { scope: 'any_tenant'; slug: string };

const { tenant, deployment } = DELIVERY_OPERATIONS;
const READ_BEFORE: readonly QueryName[] = [
  ...[tenant, deployment].flatMap(({ list, get }) => [list, get]),
  // They show the number of waiting deliveries.
  'get-webhook',
  'check-platform-webhook',
  'check-tenant-platform-webhook',
  'list-stuck-lanes',
];

const replayPage = (of: ReplayOf, input: InputOf<'replay-deliveries'>) =>
  of.scope === 'any_tenant'
    ? mutate('replay-lane', { ...input, slug: of.slug })
    : mutate(DELIVERY_OPERATIONS[of.scope].replay, input);

/** Maximum number of ids in one call. */
const IDS_MAX = 100;

/** Replays a range, call by call; returns the number of replayed deliveries. */
async function replayRange(of: ReplayOf, range: Range): Promise<number> {
  let replayed = 0;
  for await (const page of pagesOf((at) => replayPage(of, { ...range, ...at }))) replayed += page.replayed;
  return replayed;
}

/** Replays any number of deliveries, says their number, and refetches the lists that show them. */
export function useReplay(of: ReplayOf): UseMutationResult<number, OperationError, readonly string[] | Range> {
  const t = useTexts(webhookTexts);
  const queries = useQueryClient();
  return useMutation<number, OperationError, readonly string[] | Range>({
    async mutationFn(what) {
      if (!isIds(what)) return replayRange(of, what);
      let replayed = 0;
      for (let at = 0; at < what.length; at += IDS_MAX)
        replayed += await replayRange(of, { ids: what.slice(at, at + IDS_MAX) });
      return replayed;
    },
    onSuccess: (count) => notify(t('replayed', { count })),
    onSettled: () => refetchAll(queries, READ_BEFORE),
  });
}

const isIds = (what: readonly string[] | Range): what is readonly string[] => Array.isArray(what);
