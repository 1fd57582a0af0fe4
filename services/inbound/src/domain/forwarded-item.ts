import type { InboundItem } from '@parley/providers/inbound-item';
import type { ItemOf } from './addressed.ts';

/** Whether another service stores the item. */
export const isForwarded = (
  item: InboundItem,
): item is ItemOf<'comment'> | ItemOf<'unauthorized'> | ItemOf<'business'> =>
  item.kind === 'comment' || item.kind === 'unauthorized' || item.kind === 'business';
