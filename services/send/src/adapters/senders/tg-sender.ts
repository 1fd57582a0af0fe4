import { type AcceptedOutcome, refused, type SendOutcome } from '@parley/providers/send-outcome';
import { connectionIdOf, throughConnection } from '@parley/providers/telegram/telegram-chat';
import type { TelegramClient } from '@parley/providers/telegram/telegram-client';
import { isTakenByAddress, telegramSends, telegramUpload } from '@parley/providers/telegram/telegram-send';
import type { ChannelSender, MessageToSend } from '../../domain/channel-sender.ts';
import { type ConnectionSources, onNewestConnection } from '../on-newest-connection.ts';
import { type FileSources, openOutboundFile } from '../open-outbound-file.ts';
import { sendParts } from './send-parts.ts';

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
