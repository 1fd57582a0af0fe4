import type { Channel } from '@parley/common/channels';
import { CAPABILITIES, canDo } from '@parley/common/messages/capabilities';
import { editProblemOf } from '@parley/common/messages/edit-problem';
import type { Message } from '../conversation/conversation.ts';

/** Actions that a member may take on a message. */
export interface AllowedActs {
  react: boolean;
  quote: boolean;
  copy: boolean;
  edit: boolean;
  remove: boolean;
}

/** Statuses of an outgoing message that exists on the platform. */
const ON_PLATFORM: ReadonlySet<string> = new Set(['sent', 'delivered', 'read']);

type Facts = Pick<Message, 'direction' | 'status' | 'text' | 'attachments' | 'template' | 'content' | 'revoked_at'>;

/** The acts that both the channel and the message allow. The platform itself enforces its time limits. */
export function allowedActs(channel: Channel, message: Facts): AllowedActs {
  const { direction, status, text, attachments, template, content, revoked_at: deletedAt } = message;
  const isOwn = direction === 'out';
  const isThere = deletedAt === null && (!isOwn || ON_PLATFORM.has(status));
  const facts = { hasFile: attachments.length > 0, isTemplate: template !== null, content };
  return {
    react: isThere && canDo(channel, 'react'),
    quote: isThere && CAPABILITIES[channel].replyTo,
    copy: deletedAt === null && text !== '',
    edit: isThere && isOwn && canDo(channel, 'edit-message') && editProblemOf(channel, facts) === null,
    remove: isThere && isOwn && canDo(channel, 'delete-message'),
  };
}

const COMMON = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;
/** Telegram accepts only reactions of its own list (docs/reference/tg.md#acts). */
const TELEGRAM = ['👍', '❤', '🔥', '🤣', '😢', '🙏'] as const;

/** The reactions that the picker offers. */
export const reactionsOn = (channel: Channel): readonly string[] => (channel === 'tg' ? TELEGRAM : COMMON);
