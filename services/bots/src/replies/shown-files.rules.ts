import type { AiMessage, AiPart } from '@parley/providers/ai/ai-port';
import type { FittedHistory, HistoryFile, HistoryMessage } from './fit-history.rules.ts';

/** Limits of replies that hold files in memory at the same time, each up to about 40 MB. */
export const FILE_SLOTS = { total: 6, perKey: 3, waitingPerKey: 50, waiting: 200 };

export const isImage = ({ type }: HistoryFile): boolean => type === 'image';
export const isRecording = ({ type }: HistoryFile): boolean => type === 'voice' || type === 'audio';

/** The files of unanswered messages, oldest first. */
export const unansweredFiles = ({ messages, unanswered }: FittedHistory): HistoryFile[] =>
  messages.filter(({ messageId }) => unanswered.has(messageId)).flatMap(({ files }) => files);

/** Whether files of a history may be read. */
export const hasFiles = (history: FittedHistory): boolean =>
  unansweredFiles(history).some((file) => isImage(file) || isRecording(file));

/** Replaces a file that the model is not shown. */
const nameOf = ({ type }: HistoryFile): string => `[${type}]`;

function partsOf({ text, files }: HistoryMessage, shown: ReadonlyMap<string, AiPart>): AiPart[] {
  const parts = files.map((file): AiPart => shown.get(file.attachmentId) ?? { type: 'text', text: nameOf(file) });
  return text.trim() === '' && parts.length > 0 ? parts : [{ type: 'text', text: text || '[empty message]' }, ...parts];
}

/** A message for the model; `shown`: what it is shown of files, by attachment. */
export const toAiMessage = (message: HistoryMessage, shown: ReadonlyMap<string, AiPart>): AiMessage =>
  message.isCustomer
    ? { role: 'customer', parts: partsOf(message, shown) }
    : {
        role: 'assistant',
        text: [message.text, ...message.files.map(nameOf)].filter(Boolean).join('\n') || '[empty message]',
      };
