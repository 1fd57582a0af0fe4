/** The channels whose people write to a business account. */
export type CustomerChannel = 'wa' | 'tg' | 'fb' | 'ig';

/** A person on the other side of a channel, as one business account sees them. */
export interface Customer {
  channel: CustomerChannel;
  account: string;
  address: string;
  name: string | null;
  lastName: string | null;
  username: string | null;
  userId: string | null;
  hideNumber: boolean;
  chatType: 'private' | 'group' | 'supergroup';
  lastInboundAtMs: number | null;
  reach: 'ok' | 'blocked' | 'deactivated';
  nextMessageId: number;
  /** tg: the topics of a forum that people have written in. */
  topics: number[];
}
