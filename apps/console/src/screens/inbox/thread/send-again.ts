import { contentTitleOf } from '@parley/common/messages/content-facts';
import type { Answer } from '../compose/outbox.ts';
import type { Message } from '../conversation/conversation.ts';

type Failed = Pick<Message, 'text' | 'template' | 'attachments' | 'upload_id' | 'content' | 'reply_to'>;

/** Whether a failed message can be sent again completely: a file only while the server keeps it. */
export const canSendAgain = ({ text, template, attachments, upload_id, content }: Failed): boolean =>
  attachments.length > 0 ? upload_id !== null : text !== '' || template !== null || content !== null;

const isVoice = ({ attachments }: Pick<Failed, 'attachments'>): boolean =>
  attachments.some(({ type }) => type === 'voice');

/** The input that sends a failed message again, with everything that it had. */
export function answerOf(message: Failed): Answer {
  const { text, template, upload_id, content, reply_to } = message;
  if (template) {
    const { name, language, variables } = template;
    return { template: { name, language, ...(variables ? { variables } : {}) } };
  }
  return {
    ...(text === '' ? {} : { message: text }),
    ...(upload_id === null ? {} : { upload_id }),
    ...(upload_id !== null && isVoice(message) ? { media_type: 'voice' } : {}),
    ...content,
    ...(reply_to === null ? {} : { reply_to }),
  };
}

/** The text of its placeholder. */
export const shownOf = ({ text, template, attachments, content }: Failed): string =>
  [...attachments.map(({ filename }) => filename ?? ''), text || (template?.name ?? contentTitleOf(content))]
    .join('\n')
    .trim();
