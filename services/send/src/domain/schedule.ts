import type { OutboundMessage } from '@parley/providers/outbound-message';

/** Members of an outbound message that are stored only while it is scheduled. */
export type SendOptions = Pick<OutboundMessage, 'mentions' | 'preview' | 'tag'>;

/** When a message is sent, and what is needed then and stored nowhere else. */
export interface Schedule {
  sendAt: Date;
  options: SendOptions;
}
