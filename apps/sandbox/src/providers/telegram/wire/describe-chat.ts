import type { Customer } from '../../../customers/customer.ts';
import type { Bot } from '../state/bot.ts';

/** The bot as a Telegram user. */
export function botUser(bot: Bot): Record<string, unknown> {
  return { id: bot.id, is_bot: true, first_name: bot.firstName, username: bot.username };
}

/** The chat of an address; in the account of a business connection its id follows after `@`. */
export const chatIdOf = ({ address }: Pick<Customer, 'address'>): number => Number(address.split('@')[0]);

/** The member that names the business connection of a chat; empty in the bot's own chats. */
export function connectionOf({ address }: Pick<Customer, 'address'>): { business_connection_id?: string } {
  const [, connectionId] = address.split('@');
  return connectionId === undefined ? {} : { business_connection_id: connectionId };
}

/** The person who connected the bot to their own account. */
export const ACCOUNT_OWNER = { id: 990_000_001, is_bot: false, first_name: 'Olga', username: 'shop_owner' };

/** The chat with a customer; groups carry a title. */
export function chatOf(customer: Customer): Record<string, unknown> {
  const id = chatIdOf(customer);
  if (customer.chatType !== 'private') {
    const forum = customer.topics.length > 0 ? { is_forum: true } : {};
    return { id, title: customer.name ?? 'Group', type: customer.chatType, ...forum };
  }
  return { id, ...namesOf(customer), type: 'private' };
}

/** The sender: in a private chat the customer, in a group the participant. */
export function senderOf(
  customer: Customer,
  participant: { id: number; name: string; username?: string | undefined } | undefined,
): Record<string, unknown> {
  if (participant) {
    const { id, name, username } = participant;
    return {
      id,
      is_bot: false,
      first_name: name,
      ...(username === undefined ? {} : { username }),
      language_code: 'en',
    };
  }
  return { id: Math.abs(chatIdOf(customer)), is_bot: false, ...namesOf(customer), language_code: 'en' };
}

function namesOf(customer: Customer): Record<string, unknown> {
  return {
    first_name: customer.name ?? 'Customer',
    ...(customer.lastName === null ? {} : { last_name: customer.lastName }),
    ...(customer.username === null ? {} : { username: customer.username }),
  };
}
