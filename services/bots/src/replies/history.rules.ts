import type { AiProvider } from '@parley/common/ai-providers';
import { at } from '@parley/common/at';
import type { AiMessage, AiPart } from '@parley/providers/ai/ai-port';
import { estimateTokens } from '../knowledge/passage.rules.ts';

/** A file of a customer's message. */
interface HistoryFile {
  attachmentId: string;
  type: string;
  mimeType: string | null;
}

/** A message of a conversation for a model. */
export interface HistoryMessage {
  messageId: string;
  /** Whether the customer wrote it; otherwise a member or a bot did. */
  isCustomer: boolean;
  text: string;
  files: readonly HistoryFile[];
}

/** The part of a history that fits. */
export interface FittedHistory {
  /** Oldest first; the first one is the customer's. */
  messages: HistoryMessage[];
  /** Ids of the customer's unanswered messages. */
  unanswered: ReadonlySet<string>;
}

/** Overhead of a message besides its text: roles, separators. */
const MESSAGE_TOKENS = 6;
/** Tokens of a file, or of the words that replace it. */
const FILE_TOKENS = 20;

const tokensOf = ({ text, files }: HistoryMessage): number =>
  MESSAGE_TOKENS + estimateTokens(text) + files.length * FILE_TOKENS;

/** Truncates a text that is longer than the whole history. */
function shorten(message: HistoryMessage, tokens: number): HistoryMessage {
  const room = Math.max(1, tokens - MESSAGE_TOKENS - message.files.length * FILE_TOKENS);
  let { text } = message;
  while (estimateTokens(text) > room) text = text.slice(0, Math.floor(text.length / 2));
  return { ...message, text: text.replace(/[\ud800-\udbff]$/, '') };
}

/** Index of the oldest message that fits into the budget together with all newer ones. */
function firstFitting(messages: readonly HistoryMessage[], tokens: number): number {
  let left = tokens;
  for (let index = messages.length - 1; index >= 0; index--) {
    left -= tokensOf(at(messages, index));
    if (left < 0) return index + 1;
  }
  return 0;
}

/**
 * The newest messages of a conversation that fit into `historyTokens`, oldest first. The first one is the customer's,
 * because models require that. A newest message that is too long by itself is truncated, so that there is always
 * something to ask.
 */
export function fitHistory(messages: readonly HistoryMessage[], historyTokens: number): FittedHistory {
  const lastOfUs = messages.findLastIndex(({ isCustomer }) => !isCustomer);
  const unanswered = new Set(messages.slice(lastOfUs + 1).map(({ messageId }) => messageId));
  const from = firstFitting(messages, historyTokens);
  const newest = messages.at(-1);
  if (from >= messages.length)
    return { messages: newest?.isCustomer ? [shorten(newest, historyTokens)] : [], unanswered };
  const begins = messages.findIndex(({ isCustomer }, index) => index >= from && isCustomer);
  return { messages: begins === -1 ? [] : messages.slice(begins), unanswered };
}

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
const nameOfFile = ({ type }: HistoryFile): string => `[${type}]`;

function partsOf({ text, files }: HistoryMessage, shown: ReadonlyMap<string, AiPart>): AiPart[] {
  const parts = files.map((file): AiPart => shown.get(file.attachmentId) ?? { type: 'text', text: nameOfFile(file) });
  return text.trim() === '' && parts.length > 0 ? parts : [{ type: 'text', text: text || '[empty message]' }, ...parts];
}

/** A message for the model; `shown`: what it is shown of files, by attachment. */
export const toAiMessage = (message: HistoryMessage, shown: ReadonlyMap<string, AiPart>): AiMessage =>
  message.isCustomer
    ? { role: 'customer', parts: partsOf(message, shown) }
    : {
        role: 'assistant',
        text: [message.text, ...message.files.map(nameOfFile)].filter(Boolean).join('\n') || '[empty message]',
      };

/** Text-only models by the prefix of their names; every newer one takes images. */
const BLIND: Readonly<Record<AiProvider, RegExp>> = {
  openai: /^(gpt-3\.5|gpt-4($|-0|-1106|-32k)|o1-mini|o1-preview|o3-mini|gpt-oss)/,
  anthropic: /^claude-(1|2|instant)/,
  google: /^(gemini-1\.0-pro($|-0)|gemma-(1|2|3-1b)|text-)/,
};
/** Image types that all three providers accept. */
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/** Whether a model accepts images. */
export const takesImages = (provider: AiProvider, model: string): boolean => !BLIND[provider].test(model);

/** The image type for providers; null for any other file. */
export function imageTypeOf(mimeType: string): string | null {
  const [type = ''] = mimeType.toLowerCase().split(';', 1);
  return IMAGE_TYPES.has(type.trim()) ? type.trim() : null;
}
