import type { ItemOf } from '../../api/use-operations.ts';
import type { BadgeLook } from '../badge.tsx';

export type DeliveryStatus = ItemOf<'list-deliveries'>['status'];

export const STATUS_LOOKS: Readonly<Record<DeliveryStatus, BadgeLook>> = {
  pending: 'plain',
  delivered: 'good',
  failed: 'bad',
  paused: 'warn',
};
