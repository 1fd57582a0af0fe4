import { estimateTokens } from '../knowledge/estimate-tokens.rules.ts';

/** A file of a customer's message. */
export interface HistoryFile {
  attachmentId: string;
  type: string;
  mimeType: string | null;
}

/** A message of a conversation for a model. */
export interface HistoryMessage {
  messageId: string;
  /** Whether the customer wrote it; otherwise anybody of the workspace. */
  isCustomer: boolean;
  text: string;
  files: readonly HistoryFile[];
}

/** The part of a history that fits. */
export interface FittedHistory {
  /** Oldest first; the first one is the customer's. */
  messages: HistoryMessage[];
  /** Ids of the customer's messages that nobody has answered yet. */
  unanswered: ReadonlySet<string>;
}

/** Overhead of a message besides its text: roles, separators. */
const MESSAGE_TOKENS = 6;
/** For a file, or the words that replace it. */
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
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    left -= message ? tokensOf(message) : 0;
    if (left < 0) return at + 1;
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
  const begins = messages.findIndex(({ isCustomer }, at) => at >= from && isCustomer);
  return { messages: begins === -1 ? [] : messages.slice(begins), unanswered };
}
