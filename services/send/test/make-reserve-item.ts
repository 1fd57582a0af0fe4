import type { ReserveItem } from '../src/domain/reservation.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');

/** A text by a key, on tg. */
export const makeReserveItem = (given: Partial<ReserveItem> = {}): ReserveItem => ({
  tenantId: 1,
  instanceId: 'ins_1',
  origin: 'api',
  channel: 'tg',
  recipient: '5',
  from: null,
  conversationId: null,
  text: 'x',
  attachments: [],
  files: [],
  template: null,
  content: null,
  isFallback: false,
  replyToId: null,
  price: '1',
  happenedAt: NOW,
  settleBy: NOW,
  idempotency: null,
  reservation: 'r',
  commentId: null,
  ...given,
});
