import type { Customer } from '../../../customers/customer.ts';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import { fieldsOf, listOf, textIn } from '../../../http/read-fields.ts';
import type { MediaFile, SandboxState } from '../../../state/sandbox-state.ts';
import type { Bot } from '../state/bot.ts';
import { recall, remember, topicOf } from './build-update.ts';
import { ACCOUNT_OWNER, botUser, chatOf, connectionOf } from './describe-chat.ts';
import { fileContent, readFileId } from './file-ids.ts';
import { textOf } from './read-parameters.ts';
import { isFetched, readUploaded } from './read-uploaded.ts';
import { refuseMarkup } from './refuse-markup.ts';
import { telegramError, telegramResult } from './telegram-error.ts';

/** The send methods, each with the parameter (and Message member) that carries its content. */
export const SEND_METHODS: Record<string, string> = {
  sendmessage: 'text',
  sendphoto: 'photo',
  senddocument: 'document',
  sendvideo: 'video',
  sendaudio: 'audio',
  sendvoice: 'voice',
  sendanimation: 'animation',
  sendsticker: 'sticker',
  sendlocation: 'location',
  sendvenue: 'venue',
  sendcontact: 'contact',
  sendpoll: 'poll',
};

export interface TelegramSendDeps {
  state: SandboxState;
  now: () => number;
  onAccepted(send: { channel: 'tg'; account: string; address: string; text: string | null }): void;
}

/** A Bot API send: returns Telegram's error, or the new Message. */
export function makeTelegramSend(deps: TelegramSendDeps) {
  const { state, now } = deps;
  return (
    bot: Bot,
    method: string,
    kind: string,
    parameters: Record<string, unknown>,
    body: unknown,
  ): ProviderAnswer => {
    const customer = findChat(state, bot, parameters);
    if ('status' in customer) return customer;
    const content = readContent(state, kind, parameters);
    if ('refusal' in content) return content.refusal;
    const badMarkup = refuseMarkup(parameters.reply_markup);
    if (badMarkup !== null) return refuse(badMarkup).refusal;
    const quoted = readQuote(state, bot, customer, parameters.reply_parameters);
    if (quoted && 'refusal' in quoted) return quoted.refusal;
    const topic = readTopic(customer, parameters.message_thread_id ?? quoted?.message.message_thread_id);
    if ('refusal' in topic) return topic.refusal;

    const atMs = now();
    const connection = connectionOf(customer);
    const isBusiness = connection.business_connection_id !== undefined;
    const messageId = customer.nextMessageId++;
    const message = {
      message_id: messageId,
      ...connection,
      from: isBusiness ? ACCOUNT_OWNER : botUser(bot),
      ...(isBusiness ? { sender_business_bot: botUser(bot) } : {}),
      chat: chatOf(customer),
      date: Math.floor(atMs / 1000),
      ...topic.members,
      ...(quoted ? { reply_to_message: quoted.message } : {}),
      ...content.members,
      ...(parameters.reply_markup === undefined ? {} : { reply_markup: parameters.reply_markup }),
      ...(kind === 'poll' ? { poll: pollOf(bot, messageId, parameters) } : {}),
    };
    remember(state, bot, customer, message);
    const text = textOf(parameters, kind === 'text' ? 'text' : 'caption') ?? null;
    state.sent.push({
      channel: 'tg',
      account: String(bot.id),
      to: customer.address,
      provider_message_id: `${customer.address}:${message.message_id}`,
      at: new Date(atMs).toISOString(),
      text,
      callback_data: null,
      method,
      body,
    });
    deps.onAccepted({ channel: 'tg', account: String(bot.id), address: customer.address, text });
    return telegramResult(message);
  };
}

/** Whether the person has a chat with the account that connected the bot, through any of its connections. */
const hasBusinessChat = (state: SandboxState, bot: Bot, chatId: string | undefined): boolean =>
  [...state.customers.values()].some(
    ({ account, address }) => account === String(bot.id) && address.startsWith(`${chatId}@`),
  );

/** The chat that a call names, or Telegram's refusal. A bot can't write first to a person. */
export function findChat(
  state: SandboxState,
  bot: Bot,
  parameters: Record<string, unknown>,
): Customer | ProviderAnswer {
  const chatId = textOf(parameters, 'chat_id');
  const connectionId = textOf(parameters, 'business_connection_id');
  if (connectionId !== undefined) {
    if (bot.connectionId !== null && bot.connectionId !== connectionId)
      return telegramError(400, 'Bad Request: BUSINESS_CONNECTION_INVALID');
    const isKnown = state.settings.window === 'off' || hasBusinessChat(state, bot, chatId);
    if (!isKnown) return telegramError(400, 'Bad Request: BUSINESS_PEER_INVALID');
    return state.rememberCustomer('tg', String(bot.id), `${chatId}@${connectionId}`);
  }
  if (chatId === undefined || chatId === '') return telegramError(400, 'Bad Request: chat_id is empty');
  if (!/^-?\d{1,16}$/.test(chatId)) return telegramError(400, 'Bad Request: chat not found');
  const known = state.customer('tg', String(bot.id), chatId);
  if (known?.reach === 'blocked') {
    const group = known.chatType === 'private' ? 'blocked by the user' : `kicked from the ${known.chatType} chat`;
    return telegramError(403, `Forbidden: bot was ${group}`);
  }
  if (known?.reach === 'deactivated') return telegramError(403, 'Forbidden: user is deactivated');
  if (known?.lastInboundAtMs != null) return known;
  if (state.settings.window === 'off') return state.rememberCustomer('tg', String(bot.id), chatId);
  if (chatId.startsWith('-')) return telegramError(400, 'Bad Request: chat not found');
  return telegramError(403, "Forbidden: bot can't initiate conversation with a user");
}

type Content = { members: Record<string, unknown> } | { refusal: ProviderAnswer };

function readContent(state: SandboxState, kind: string, parameters: Record<string, unknown>): Content {
  const given = (name: string) => textOf(parameters, name);
  if (kind === 'text') {
    const text = (given('text') ?? '').trim();
    if (text === '') return refuse('message text is empty');
    return text.length > 4096 ? refuse('message is too long') : { members: { text } };
  }
  if (kind === 'location' || kind === 'venue') return readPlace(kind, parameters);
  if (kind === 'contact') {
    const [phone, name] = [given('phone_number')?.trim(), given('first_name')?.trim()];
    if (!phone) return refuse('phone number is empty');
    return name ? { members: { contact: { phone_number: phone, first_name: name } } } : refuse('first name is empty');
  }
  if (kind === 'poll') return checkPoll(parameters);
  const caption = given('caption');
  if (caption !== undefined && caption.length > 1024) return refuse('message caption is too long');
  const media = readUploaded(state, kind, parameters[kind]) ?? findMedia(state, kind, given(kind));
  if (typeof media === 'string') return refuse(media);
  return { members: { ...fileContent(kind, media), ...(caption === undefined ? {} : { caption }) } };
}

function readPlace(kind: 'location' | 'venue', parameters: Record<string, unknown>): Content {
  for (const [name, bound] of [
    ['latitude', 90],
    ['longitude', 180],
  ] as const) {
    const given = textOf(parameters, name);
    if (given === undefined || given.trim() === '') return refuse(`${name} is empty`);
    if (!(Math.abs(Number(given)) <= bound)) return refuse('invalid location specified');
  }
  const location = { latitude: Number(parameters.latitude), longitude: Number(parameters.longitude) };
  if (kind === 'location') return { members: { location } };
  const [title, address] = [textOf(parameters, 'title')?.trim(), textOf(parameters, 'address')?.trim()];
  if (!title || !address) return refuse('venue title and address must be non-empty');
  return { members: { location, venue: { location, title, address } } };
}

/** The poll itself has the id of its message (see {@link pollOf}). */
function checkPoll(parameters: Record<string, unknown>): Content {
  const question = (textOf(parameters, 'question') ?? '').trim();
  if (question === '' || question.length > 300) return refuse('poll question must be 1 to 300 characters');
  const options = listOf(parameters.options).map((option) => (textIn(fieldsOf(option), 'text') ?? '').trim());
  if (options.length < 2 || options.length > 12) return refuse('poll must have from 2 to 12 options');
  if (options.includes('')) return refuse('poll options must be non-empty');
  return options.some((option) => option.length > 100)
    ? refuse('poll options length must not exceed 100')
    : { members: {} };
}

function pollOf(bot: Bot, messageId: number, parameters: Record<string, unknown>): Record<string, unknown> {
  const options = listOf(parameters.options).map((option, index) => ({
    persistent_id: String(index),
    text: textIn(fieldsOf(option), 'text') ?? '',
    voter_count: 0,
  }));
  return {
    id: `${bot.id}${messageId}`,
    question: textOf(parameters, 'question'),
    options,
    total_voter_count: 0,
    is_closed: false,
    is_anonymous: parameters.is_anonymous !== false,
    type: 'regular',
    allows_multiple_answers: parameters.allows_multiple_answers === true,
  };
}

/** The topic of a message. A topic exists once a person has written in it. */
function readTopic({ topics }: Customer, given: unknown): Content {
  if (given === undefined) return { members: {} };
  const topic = Number(given);
  return topics.includes(topic) ? { members: topicOf(topic) } : refuse('message thread not found');
}

function refuse(reason: string): { refusal: ProviderAnswer } {
  return { refusal: telegramError(400, `Bad Request: ${reason}`) };
}

/** The file of a send: known by `file_id`, or a placeholder for an HTTP address; a string is the refusal. */
function findMedia(state: SandboxState, kind: string, given: string | undefined): MediaFile | string {
  if (given === undefined || given === '') return `there is no ${kind} in the request`;
  if (/^https?:/i.test(given)) {
    if (!URL.canParse(given)) return 'wrong HTTP URL specified';
    if (!isFetched(kind, given)) return 'wrong type of the web page content';
    const filename = decodeURIComponent(new URL(given).pathname.split('/').pop() || 'file').slice(0, 64);
    return {
      id: String(hashOf(given)),
      mimeType: 'application/octet-stream',
      filename,
      bytes: Buffer.alloc(0),
      declaredBytes: 1234,
    };
  }
  const fileId = readFileId(given);
  const known = fileId && state.media.get(fileId.mediaId);
  if (!fileId || !known) return 'wrong file identifier/HTTP URL specified';
  return fileId.kind === kind ? known : "can't use file of type Document as the given type";
}

function hashOf(text: string): number {
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) % 0xffffffff;
  return hash;
}

function readQuote(state: SandboxState, bot: Bot, customer: Customer, given: unknown) {
  if (given === undefined) return null;
  if (typeof given !== 'object' || given === null || !('message_id' in given))
    return refuse("can't parse reply parameters JSON object");
  const quoted = recall(state, bot, customer, Number(given.message_id));
  if (quoted) return { message: quoted };
  const tolerant = 'allow_sending_without_reply' in given && given.allow_sending_without_reply === true;
  return tolerant ? null : refuse('message to be replied not found');
}
