import type { ItemOf } from '../../api/use-operations.ts';
import type { BadgeLook } from '../marks/badge.tsx';

export type DeliveryStatus = ItemOf<'list-deliveries'>['status'];

export const STATUS_LOOKS: Readonly<Record<DeliveryStatus, BadgeLook>> = {
  pending: 'plain',
  delivered: 'good',
  failed: 'bad',
  paused: 'warn',
};

/** Whether a replay delivers it again; a waiting one is only attempted sooner. */
export const isEnded = ({ status }: { status: DeliveryStatus }): boolean =>
  status === 'delivered' || status === 'failed';

// safe: the record has exactly the states
export const DELIVERY_STATUSES = Object.keys(STATUS_LOOKS) as DeliveryStatus[];
