import type { Message } from '../conversation/conversation.ts';

type Grouped = Pick<Message, 'at' | 'direction' | 'origin' | 'sent_by' | 'author'>;

const minuteOf = ({ at }: Pick<Message, 'at'>): number => Math.floor(Date.parse(at) / 60_000);

/** Whether two messages have the same sender and minute, so that name and time are shown once. */
export const areGrouped = (one: Grouped | undefined, other: Grouped | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.direction === other.direction &&
  one.origin === other.origin &&
  one.sent_by === other.sent_by &&
  one.author === other.author &&
  minuteOf(one) === minuteOf(other);
