import type { InboundItem } from '@parley/providers/inbound-item';
import type { ItemOf } from '../batch/addressed.rules.ts';

const FORWARDED = ['comment', 'unauthorized', 'business', 'template', 'typing'] as const;

/** Whether another service takes the item. */
export const isForwarded = (item: InboundItem): item is ItemOf<(typeof FORWARDED)[number]> =>
  FORWARDED.some((kind) => kind === item.kind);
