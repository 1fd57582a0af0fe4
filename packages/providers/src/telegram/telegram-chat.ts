/** The form of a business connection's id, which becomes part of addresses. */
const CONNECTION_ID = /^[\w-]{1,128}$/;

/**
 * The address of a chat: its id; of a chat in an account that connected the bot, also `@` and the id of that business
 * connection (docs/reference/tg.md#business-connections). Null for a connection id of unknown form.
 */
export function telegramAddress(chatId: string, connectionId: string | null): string | null {
  if (connectionId === null) return chatId;
  return CONNECTION_ID.test(connectionId) ? `${chatId}@${connectionId}` : null;
}

/** Message ids are unique only within their chat. */
export const telegramMessageId = (address: string, messageId: string | number): string => `${address}:${messageId}`;

/** The id of a poll, by which a vote names it; a vote names neither the chat nor the message. */
export const telegramPollId = (pollId: string): string => `poll:${pollId}`;

/** Whether the chat is in an account that connected the bot. */
export const isBusinessAddress = (address: string): boolean => address.includes('@');

/** The chat's own id; NaN for an address of another channel. */
export const chatIdOf = (address: string): number => Number(address.split('@')[0]);

/** The parameters of the Bot API that name the chat of an address. */
export function chatParameters(address: string): { chat_id: number; business_connection_id?: string } {
  const [, connectionId] = address.split('@');
  return {
    chat_id: chatIdOf(address),
    ...(connectionId === undefined ? {} : { business_connection_id: connectionId }),
  };
}

/** Address and number of an id of {@link telegramMessageId}. */
export function splitMessageId(providerMessageId: string): { address: string; messageId: number } {
  const at = providerMessageId.lastIndexOf(':');
  return { address: providerMessageId.slice(0, at), messageId: Number(providerMessageId.slice(at + 1)) };
}

/** The topic General of a forum, which a send must not name. Messages of a supergroup without topics have it too. */
export const GENERAL_TOPIC = '1';

/** The parameter that sends into a topic; empty where the chat has none. */
export const topicParameter = (threadId: string | null | undefined): { message_thread_id?: number } =>
  threadId == null || threadId === GENERAL_TOPIC ? {} : { message_thread_id: Number(threadId) };
