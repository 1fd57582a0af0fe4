import { estimateTokens } from './estimate-tokens.ts';

/** A file of a customer's message. */
export interface HistoryFile {
  attachmentId: string;
  type: string;
  mimeType: string | null;
}

/** A message of a conversation, as a model needs it. */
export interface HistoryMessage {
  messageId: string;
  /** Whether the customer wrote it; else anybody of the workspace. */
  isCustomer: boolean;
  text: string;
  files: readonly HistoryFile[];
}

/** What is kept of a history. */
export interface FittedHistory {
  /** Oldest first; the first one is the customer's. */
  messages: HistoryMessage[];
  /** Ids of the customer's messages that nobody has answered yet. */
  unanswered: ReadonlySet<string>;
}

/** What a message costs beside its text: roles, separators. */
const MESSAGE_TOKENS = 6;
/** Of a file, or of the words that stand for it. */
const FILE_TOKENS = 20;

const tokensOf = ({ text, files }: HistoryMessage): number =>
  MESSAGE_TOKENS + estimateTokens(text) + files.length * FILE_TOKENS;

/** The start of a text that is longer than a whole history may be. */
function shorten(message: HistoryMessage, tokens: number): HistoryMessage {
  const room = Math.max(1, tokens - MESSAGE_TOKENS - message.files.length * FILE_TOKENS);
  let { text } = message;
  while (estimateTokens(text) > room) text = text.slice(0, Math.floor(text.length / 2));
  return { ...message, text: text.replace(/[\ud800-\udbff]$/, '') };
}

/** Where the newest messages that fit into so many tokens begin. */
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
 * The newest messages of a conversation that fit into so many tokens, oldest first. The first one is the customer's, as models insist on; a
 * newest message that is too long alone is shortened, so that something is always asked.
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
