/** The form of a business connection's id, which becomes part of addresses. */
const CONNECTION_ID = /^[\w-]{1,128}$/;
export const isConnectionId = (value: string): boolean => CONNECTION_ID.test(value);

/**
 * The address of a chat: its id; of a chat in an account that connected the bot, also `@` and the id of that business
 * connection (docs/reference/tg.md#business-connections). Null for a connection id of unknown form.
 */
export function telegramAddress(chatId: string, connectionId: string | null): string | null {
  if (connectionId === null) return chatId;
  return isConnectionId(connectionId) ? `${chatId}@${connectionId}` : null;
}

/** Message ids are unique only within their chat. */
export const telegramMessageId = (address: string, messageId: string | number): string => `${address}:${messageId}`;

/** The id of a poll, by which a vote names it; a vote names neither the chat nor the message. */
export const telegramPollId = (pollId: string): string => `poll:${pollId}`;

/** An address of a business chat, or the id of a message there: the chat, then the connection. */
const OF_BUSINESS_CHAT = /^(-?\d+)@([\w-]{1,128})(?=$|:)/;

/** The connection in an address of a business chat, or in the id of a message there; null for any other value. */
export const connectionIdOf = (value: string): string | null => OF_BUSINESS_CHAT.exec(value)?.[2] ?? null;

/** The same address or message id, with another connection of the same account. */
export const throughConnection = (value: string, connectionId: string): string =>
  value.replace(OF_BUSINESS_CHAT, (_, chatId) => `${chatId}@${connectionId}`);

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

/** The parameter that sends into a topic; empty if the chat has none. */
export const topicParameter = (threadId: string | null | undefined): { message_thread_id?: number } =>
  threadId == null || threadId === GENERAL_TOPIC ? {} : { message_thread_id: Number(threadId) };
