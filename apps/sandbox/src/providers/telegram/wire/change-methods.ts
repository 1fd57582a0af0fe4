import type { Customer } from '../../../customers/customer.ts';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import { fieldsOf, listOf, textIn } from '../../../http/read-fields.ts';
import type { AccountAct } from '../../../state/accepted-send.ts';
import { chatKey, type SandboxState } from '../../../state/sandbox-state.ts';
import type { Bot } from '../state/bot.ts';
import { forget, recall, remember } from './build-update.ts';
import { chatIdOf, connectionOf } from './describe-chat.ts';
import { textOf } from './read-parameters.ts';
import { refuseMarkup } from './refuse-markup.ts';
import { findChat } from './send-methods.ts';
import { telegramError, telegramResult } from './telegram-error.ts';

const HOUR_MS = 3_600_000;
const DELETED_WITHIN_MS = 48 * HOUR_MS;
/** Telegram's list of reactions, shortened: ❤ has no variation selector there. */
const REACTIONS = [
  ...'👍👎❤🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻👀🎃🙈😇😨🤝✍🤗🫡',
];

/** The methods that change a message or show something in a chat. */
const CHANGE_METHODS = [
  'setmessagereaction',
  'editmessagetext',
  'editmessagecaption',
  'deletemessage',
  'deletebusinessmessages',
  'sendchataction',
] as const;
type Method = (typeof CHANGE_METHODS)[number];
export const isChangeMethod = (method: string): method is Method => CHANGE_METHODS.some((known) => known === method);

interface Change {
  state: SandboxState;
  bot: Bot;
  customer: Customer;
  parameters: Record<string, unknown>;
  nowMs: number;
}

const refuse = (reason: string): ProviderAnswer => telegramError(400, `Bad Request: ${reason}`);

function note({ state, bot, customer, parameters, nowMs }: Change, act: AccountAct['act'], value: string | null): void {
  const messageId = textOf(parameters, 'message_id');
  state.acts.push({
    channel: 'tg',
    account: String(bot.id),
    to: customer.address,
    target: messageId === undefined ? null : `${customer.address}:${messageId}`,
    act,
    value,
    at: new Date(nowMs).toISOString(),
  });
}

const messageOf = ({ state, bot, customer, parameters }: Change) =>
  recall(state, bot, customer, Number(parameters.message_id));

const isOfBot = ({ bot }: Change, message: Record<string, unknown>): boolean =>
  fieldsOf(message.sender_business_bot ?? message.from).id === Number(bot.id);

function react(change: Change): ProviderAnswer {
  if (!messageOf(change)) return refuse('message to react not found');
  const given = listOf(change.parameters.reaction);
  if (given.some(({ type }) => type !== 'emoji')) return refuse('invalid reaction type specified');
  const emoji = given.map((reaction) => textIn(fieldsOf(reaction), 'emoji') ?? '');
  const [first = null] = emoji;
  if (emoji.length > 1) return refuse('REACTIONS_TOO_MANY');
  if (first !== null && !REACTIONS.includes(first)) return refuse('REACTION_INVALID');
  note(change, 'react', first);
  return telegramResult(true);
}

function edit(change: Change, part: 'text' | 'caption'): ProviderAnswer {
  const { state, bot, customer, parameters, nowMs } = change;
  const message = messageOf(change);
  if (!message) return refuse('message to edit not found');
  if (!isOfBot(change, message)) return refuse("message can't be edited");
  const text = (textOf(parameters, part) ?? '').trim();
  if (part === 'text' && message.text === undefined) return refuse('there is no text in the message to edit');
  if (part === 'caption' && message.text !== undefined) return refuse('there is no caption in the message to edit');
  if (part === 'text' && text === '') return refuse('message text is empty');
  if (text.length > (part === 'text' ? 4096 : 1024)) return refuse('MESSAGE_TOO_LONG');
  if (message[part] === text)
    return refuse(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    );
  // An edit without a keyboard removes that of the message.
  const { reply_markup: _keyboard, ...kept } = message;
  const markup = parameters.reply_markup;
  const badMarkup = refuseMarkup(markup);
  if (badMarkup !== null) return refuse(badMarkup);
  const edited = {
    ...kept,
    ...(markup === undefined ? {} : { reply_markup: markup }),
    [part]: text,
    edit_date: Math.floor(nowMs / 1000),
  };
  remember(state, bot, customer, edited);
  note(change, 'edit', text);
  return telegramResult(edited);
}

function remove(change: Change): ProviderAnswer {
  const { state, bot, customer, nowMs } = change;
  const message = messageOf(change);
  if (!message) return refuse('message to delete not found');
  if (nowMs - Number(message.date) * 1000 > DELETED_WITHIN_MS) return refuse("message can't be deleted for everyone");
  forget(state, bot, customer, Number(message.message_id));
  note(change, 'delete', null);
  return telegramResult(true);
}

function show(change: Change): ProviderAnswer {
  const { state, bot, customer, parameters, nowMs } = change;
  const action = textOf(parameters, 'action') ?? '';
  if (!/^(typing|record_voice|record_video|upload_\w+|choose_sticker|find_location)$/.test(action))
    return refuse('wrong parameter action in request');
  state.typing.set(chatKey('tg', String(bot.id), customer.address), nowMs);
  note(change, 'typing', action);
  return telegramResult(true);
}

/** Adds the chat to a call that names only messages, as calls about a business connection do. */
function namedByMessage(state: SandboxState, bot: Bot, parameters: Record<string, unknown>): Record<string, unknown> {
  const [messageId]: unknown[] = Array.isArray(parameters.message_ids) ? parameters.message_ids : [];
  const connectionId = textOf(parameters, 'business_connection_id') ?? '';
  const chat = [...state.customers.values()].find(
    (customer) =>
      customer.account === String(bot.id) &&
      connectionOf(customer).business_connection_id === connectionId &&
      recall(state, bot, customer, Number(messageId)) !== undefined,
  );
  return { ...parameters, message_id: messageId, chat_id: chat === undefined ? '0' : String(chatIdOf(chat)) };
}

/** Handles one of {@link CHANGE_METHODS} as the Bot API does. */
export function changeChat(
  { state, now }: { state: SandboxState; now: () => number },
  bot: Bot,
  method: Method,
  parameters: Record<string, unknown>,
): ProviderAnswer {
  const named = method === 'deletebusinessmessages' ? namedByMessage(state, bot, parameters) : parameters;
  const customer = findChat(state, bot, named);
  if ('status' in customer) return customer;
  const change = { state, bot, customer, parameters: named, nowMs: now() };
  switch (method) {
    case 'setmessagereaction':
      return react(change);
    case 'editmessagetext':
      return edit(change, 'text');
    case 'editmessagecaption':
      return edit(change, 'caption');
    case 'deletemessage':
    case 'deletebusinessmessages':
      return remove(change);
    case 'sendchataction':
      return show(change);
  }
}
