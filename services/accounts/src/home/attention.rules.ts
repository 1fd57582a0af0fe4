import type { home } from '@parley/common/contracts/console/workspace';
import type { OutputOf } from '@parley/common/define-contract';

type Attention = OutputOf<typeof home>['attention'];
export type AttentionItem = Attention['items'][number];
export type ComingItem = NonNullable<Attention['coming']>[number];

/** A failure that lasts less is no matter for people: workers reconnect, and receivers restart. */
export const LASTING_MS = 5 * 60_000;
/** A channel that was lost longer ago is no longer listed under Channels either. */
export const LOST_LISTED_MS = 30 * 24 * 3_600_000;
/** Items of each kind of object; the screen behind them lists all. */
export const MAX_EACH = 10;

/** An item without an object of its own, or whose object has no address. */
export const itemOf = (kind: AttentionItem['kind'], name: string | null = null): AttentionItem => ({
  kind,
  name,
  instanceId: null,
});

/** The items of all lists, each with one more where there are more than are shown. */
export const toAttention = (
  lists: readonly (readonly AttentionItem[])[],
  coming: readonly ComingItem[],
): Attention => ({
  items: lists.flatMap((list) => list.slice(0, MAX_EACH)),
  coming: coming.slice(0, MAX_EACH),
  isCut: [...lists, coming].some((list) => list.length > MAX_EACH),
});
