import type { ReserveItem } from '../domain/reservation.ts';

/** What `messages.extra` keeps of a send. */
export const extraOf = (item: ReserveItem) => ({
  reservation: item.reservation,
  ...(item.commentId === null ? {} : { comment_id: item.commentId }),
  ...(item.memberId === undefined ? {} : { member: item.memberId }),
  ...(item.bot ? { bot: item.bot.facts } : {}),
  ...(item.content ? { content: item.content } : {}),
  ...(item.mentions ? { mentions: item.mentions } : {}),
  ...(item.isFallback ? { fallback: true } : {}),
  ...(item.schedule ? { send_at: item.schedule.sendAt.toISOString(), options: item.schedule.options } : {}),
});
