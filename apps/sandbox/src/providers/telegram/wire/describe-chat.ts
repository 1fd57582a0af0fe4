import type { Customer } from '../../../customers/customer.ts';
import type { Bot } from '../state/bot.ts';

/** The bot as a Telegram user. */
export function botUser(bot: Bot): Record<string, unknown> {
  return { id: bot.id, is_bot: true, first_name: bot.firstName, username: bot.username };
}

/** The chat with a customer; groups carry a title. */
export function chatOf(customer: Customer): Record<string, unknown> {
  const id = Number(customer.address);
  if (customer.chatType !== 'private') return { id, title: customer.name ?? 'Group', type: customer.chatType };
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
  return { id: Math.abs(Number(customer.address)), is_bot: false, ...namesOf(customer), language_code: 'en' };
}

function namesOf(customer: Customer): Record<string, unknown> {
  return {
    first_name: customer.name ?? 'Customer',
    ...(customer.lastName === null ? {} : { last_name: customer.lastName }),
    ...(customer.username === null ? {} : { username: customer.username }),
  };
}
