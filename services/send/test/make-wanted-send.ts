import { type OutboundMessage, PLAIN } from '@parley/providers/sent/outbound-message';
import type { WantedSend } from '../src/reserve/reservation.rules.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');

/** Members of a send, and of its message. */
export type GivenSend = Partial<WantedSend> & Partial<Pick<OutboundMessage, 'to' | 'text' | 'template' | 'mentions'>>;

/** A text by a key, on tg. */
export const makeWantedSend = ({
  to = '5',
  text = 'x',
  template = null,
  mentions,
  ...given
}: GivenSend = {}): WantedSend => ({
  tenantId: 1,
  instanceId: 'ins_1',
  origin: 'api',
  channel: 'tg',
  from: null,
  namedConversationId: null,
  message: { to, text, ...PLAIN, template, mentions },
  attachments: [],
  files: [],
  file: null,
  isFallback: false,
  quoted: null,
  price: '1',
  happenedAt: NOW,
  settleBy: NOW,
  deadlineAt: NOW.getTime() + 60_000,
  idempotency: null,
  reservation: 'r',
  commentId: null,
  ...given,
});
