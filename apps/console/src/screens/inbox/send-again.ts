import type { Message } from './conversation.ts';
import type { Answer } from './outbox.ts';

type Failed = Pick<Message, 'text' | 'template' | 'attachments' | 'upload_id'>;

/** Whether a failed message can be sent again completely: a file only while the server keeps it. */
export const canSendAgain = ({ text, template, attachments, upload_id }: Failed): boolean =>
  attachments.length > 0 ? upload_id !== null : text !== '' || template !== null;

/** The input that sends a failed message again. */
export function answerOf({ text, template, upload_id }: Failed): Answer {
  if (template) {
    const { name, language, variables } = template;
    return { template: { name, language, ...(variables ? { variables } : {}) } };
  }
  return { ...(text === '' ? {} : { message: text }), ...(upload_id === null ? {} : { upload_id }) };
}

/** The text of its placeholder. */
export const shownOf = ({ text, template, attachments }: Failed): string =>
  [...attachments.map(({ filename }) => filename ?? ''), text || (template?.name ?? '')].join('\n').trim();
