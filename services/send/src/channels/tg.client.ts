import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import type { ActOutcome } from '@parley/providers/sent/act-outcome';
import { type AcceptedOutcome, refused, type SendFailure, type SendOutcome } from '@parley/providers/sent/send-outcome';
import {
  type TelegramAct,
  telegramDeletion,
  telegramEdit,
  telegramReaction,
  telegramTyping,
} from '@parley/providers/telegram/telegram-acts';
import { connectionIdOf, isBusinessAddress, throughConnection } from '@parley/providers/telegram/telegram-chat';
import type { TelegramClient } from '@parley/providers/telegram/telegram-client';
import { isTakenByAddress, telegramSends, telegramUpload } from '@parley/providers/telegram/telegram-send';
import type { Logger } from '@parley/runtime/logger';
import { type FileSources, openOutboundFile } from '../content/upload.client.ts';
import type { ChannelActs, ChannelSender, MessageToSend, SendingAccount } from './channel.rules.ts';
import { findNewestConnection } from './connection.store.ts';
import { sendParts } from './send-parts.client.ts';

/** Refusals of a file's URL: they prove that nothing was sent, and an upload of the same file may succeed. */
const ADDRESS_REFUSED =
  /failed to get HTTP URL content|wrong type of the web page content|wrong (file identifier\/)?HTTP URL|file is too big|WEBPAGE_|wrong remote file/i;

const isAddressRefused = (outcome: SendOutcome): boolean =>
  outcome.kind === 'refused' && outcome.provider.status === 400 && ADDRESS_REFUSED.test(outcome.provider.message);

const UNREADABLE = refused({
  name: 'telegram',
  status: null,
  code: null,
  message: 'The file could not be read; Telegram takes this kind of file as an upload only.',
});

/** Telegram names the message by the connection that it went through; ours has that of its chat's address. */
function inChat(address: string, outcome: AcceptedOutcome): SendOutcome {
  const connectionId = connectionIdOf(address);
  if (connectionId === null) return outcome;
  return { ...outcome, providerMessageId: throughConnection(outcome.providerMessageId, connectionId) };
}

/**
 * Sends as a bot. A file is sent by URL where Telegram supports that; otherwise, or if Telegram refuses the URL, as an
 * upload (docs/reference/tg.md#sending). A group that became a supergroup has a new id: the refusal proves that
 * nothing was sent, so the message is sent there once (docs/reference/tg.md#errors).
 */
export function makeTgSender(
  telegram: Pick<TelegramClient, 'send' | 'sendFile'>,
  sources: FileSources & ConnectionSources,
): ChannelSender {
  async function upload(
    token: string,
    tenantId: number,
    message: MessageToSend,
    deadline: number,
    orElse: SendOutcome,
  ): Promise<SendOutcome> {
    const leftMs = () => Math.max(deadline - Date.now(), 1);
    const send = telegramUpload(message);
    const file = send && message.media ? await openOutboundFile(sources, message.media, tenantId, leftMs()) : null;
    return send && file ? telegram.sendFile(token, send, file, leftMs()) : orElse;
  }

  async function sendOnce(
    token: string,
    { tenantId, messageId }: { tenantId: number; messageId: string },
    message: MessageToSend,
    deadline: number,
  ): Promise<SendOutcome> {
    if (message.media && !isTakenByAddress(message.media))
      return upload(token, tenantId, message, deadline, UNREADABLE);
    const parts = telegramSends(message).map((call) => (leftMs: number) => telegram.send(token, call, leftMs));
    const outcome = await sendParts(parts, Math.max(deadline - Date.now(), 1), messageId, sources.logger);
    if (!message.media || !isAddressRefused(outcome) || Date.now() >= deadline) return outcome;
    return upload(token, tenantId, message, deadline, outcome);
  }

  return {
    async send(account, message, messageId, timeoutMs) {
      const { tenantId, credentials } = account;
      const token = credentials.bot_token ?? '';
      const deadline = Date.now() + timeoutMs;
      const of = { tenantId, messageId };
      const outcome = await onNewestConnection(sources, account, message.to, (to) =>
        sendOnce(token, of, { ...message, to }, deadline),
      );
      if (outcome.kind === 'accepted') return inChat(message.to, outcome);
      if (outcome.kind !== 'refused' || outcome.migratedTo === null) return outcome;
      const { migratedTo } = outcome;
      if (Date.now() >= deadline) return outcome;
      const again = await sendOnce(token, of, { ...message, to: migratedTo }, deadline);
      return again.kind === 'accepted' ? { ...again, recipientAlias: migratedTo } : again;
    },
  };
}

const NO_REACTION = refused({
  name: 'telegram',
  status: null,
  code: null,
  message: 'A bot cannot react in the account of a business connection.',
});

/** Acts of a bot (docs/reference/tg.md#acts). */
export function makeTgActs({ act }: Pick<TelegramClient, 'act'>, sources: ConnectionSources): ChannelActs {
  /** `value` names the chat: its address, or the id of a message. */
  const actOn = (
    account: SendingAccount,
    value: string,
    make: (value: string) => TelegramAct,
    timeoutMs: number,
  ): Promise<ActOutcome> =>
    onNewestConnection(sources, account, value, (current) =>
      act(account.credentials.bot_token ?? '', make(current), timeoutMs),
    );
  return {
    // The Bot API would look for the message in the bot's own chat with the person.
    react: async (account, { peer, providerMessageId }, emoji, timeoutMs) =>
      isBusinessAddress(peer)
        ? NO_REACTION
        : actOn(account, providerMessageId, (id) => telegramReaction(id, emoji), timeoutMs),
    edit: (account, { providerMessageId, hasFile }, text, timeoutMs) =>
      actOn(account, providerMessageId, (id) => telegramEdit(id, text, hasFile), timeoutMs),
    remove: (account, { providerMessageId }, timeoutMs) =>
      actOn(account, providerMessageId, telegramDeletion, timeoutMs),
    showTyping: (account, { peer, threadId }, state, timeoutMs) =>
      actOn(
        account,
        peer,
        (to) => telegramTyping(to, threadId, state === 'recording' ? 'recording' : 'typing'),
        timeoutMs,
      ),
  };
}

/** Where the business connections of bots are looked up. */
interface ConnectionSources {
  database: Pick<PrismaDatabase, 'prisma'>;
  logger: Pick<Logger, 'warn'>;
}

const UNREAD = refused(
  { name: 'telegram', status: null, code: null, message: 'The connection of the chat could not be looked up.' },
  { safeToRetry: true },
);

/**
 * Calls with the given address, or id of a message. In a business chat it names the owner's newest connection: the one in
 * the address may have ended, and Telegram refuses calls through that one.
 */
async function onNewestConnection<Outcome>(
  { database, logger }: ConnectionSources,
  { id: channelAccountId, tenantId }: Pick<SendingAccount, 'id' | 'tenantId'>,
  value: string,
  call: (value: string) => Promise<Outcome>,
): Promise<Outcome | SendFailure> {
  const connectionId = connectionIdOf(value);
  if (connectionId === null) return call(value);
  let newest: string | null;
  try {
    newest = await findNewestConnection(database, { tenantId, channelAccountId, connectionId });
  } catch (error) {
    logger.warn('business-connection.unread', { err: error }, 'The connection of a chat could not be looked up.');
    return UNREAD;
  }
  return call(newest === null ? value : throughConnection(value, newest));
}
