import { NUMBER } from './seed-database.ts';

let counter = 0;

/** A fresh wamid. */
export const wamid = (): string => `wamid.TEST${String(++counter).padStart(8, '0')}`;

export const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));

/** One text message of a person. */
export const textMessage = (from: string, body: string, given: Record<string, unknown> = {}) => ({
  from,
  id: wamid(),
  timestamp: seconds(new Date()),
  type: 'text',
  text: { body },
  ...given,
});

export const contactOf = (waId: string, name: string) => ({ profile: { name }, wa_id: waId });

/** The value of one change. */
export const changeValue = (given: Record<string, unknown>, phoneNumberId = NUMBER) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '15550783881', phone_number_id: phoneNumberId },
  ...given,
});

export const changeOf = (value: unknown, field = 'messages') => ({ field, value });

export const bodyOf = (...changes: unknown[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '102290129340398', changes }],
});

/** A webhook with messages of one person. */
export const messagesBody = (name: string, ...messages: { from: string }[]) =>
  bodyOf(changeOf(changeValue({ contacts: messages.map(({ from }) => contactOf(from, name)), messages })));

/** A status of a sent message. */
export const statusOf = (id: string, status: string, given: Record<string, unknown> = {}) => ({
  id,
  status,
  timestamp: seconds(new Date()),
  recipient_id: '15551234567',
  ...given,
});

export const statusesBody = (...statuses: unknown[]) => bodyOf(changeOf(changeValue({ statuses })));

/** A Telegram update with a text message. */
export const textUpdate = (chatId: number, messageId: number, text: string, given: Record<string, unknown> = {}) => ({
  update_id: 1000 + messageId,
  message: {
    message_id: messageId,
    from: { id: chatId, is_bot: false, first_name: 'Ann', username: 'ann' },
    chat: { id: chatId, first_name: 'Ann', username: 'ann', type: 'private' },
    date: Math.floor(Date.now() / 1000),
    text,
    ...given,
  },
});
