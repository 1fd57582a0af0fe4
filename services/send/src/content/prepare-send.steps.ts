import type { Channel } from '@parley/common/channels';
import { invalidField } from '@parley/common/errors';
import { CAPABILITIES } from '@parley/common/messages/capabilities';
import type { QuotedMessage } from '@parley/providers/sent/outbound-message';
import { findQuotedMessage } from '../sends/message.store.ts';
import type { SendContent, SendInput } from '../sends/send.rules.ts';
import type { SendService } from '../service.ts';
import { carryContent, checkLength, unsupported } from './content.rules.ts';
import { chosenKind } from './media-type.rules.ts';
import { prepareFile, type Sender } from './prepare-file.steps.ts';
import { normalizeRecipient } from './recipient.rules.ts';

/** Voice notes and stickers; other kinds are known only once the file was looked at. */
function requireFileKind({ channel, mediaType, message }: SendInput): void {
  const kind = chosenKind(mediaType);
  if (kind && !CAPABILITIES[channel].files.includes(kind))
    throw unsupported(channel, 'media_type', `media_type ${kind} is not possible on ${channel}.`);
  if (kind === 'sticker' && message !== undefined) throw unsupported(channel, 'message', 'A sticker takes no message.');
}

const findQuotedOf = async (
  service: SendService,
  { channel, replyTo: messageId }: SendInput,
  { tenantId }: Sender,
  to: string,
): Promise<Quoted | null> =>
  messageId === undefined ? null : findQuoted(service, { tenantId, channel, to, messageId });

/**
 * Checks and normalizes a send (docs/reference/sends.md#request). Throws field errors, and `insufficient_balance`
 * before a file is requested.
 */
export async function prepareSend(service: SendService, input: SendInput, sender: Sender): Promise<SendContent> {
  const { channel, template = null } = input;
  const to = normalizeRecipient(channel, input.to);
  if (template && channel !== 'wa')
    throw invalidField('template', 'template is for channel wa only; send message instead.');
  const hasFile = !template && (input.mediaUrl ?? input.uploadId) !== undefined;
  if (hasFile) requireFileKind(input);
  const { text, rich, isFallback } = carryContent({ ...input, to });
  if (!template) checkLength(channel, text, { hasFile, rich });
  const quoted = await findQuotedOf(service, input, sender, to);
  const file = hasFile ? await prepareFile(service, input, sender) : null;
  const { mentions, preview, tag } = input;
  return {
    message: {
      to,
      text,
      media: file?.media ?? null,
      template,
      rich,
      quoted: quoted?.message ?? null,
      mentions,
      preview,
      tag,
    },
    attachments: file ? [file.attachment] : [],
    files: file ? [file.stored] : [],
    file: file?.upload ?? null,
    isFallback,
    quoted: quoted && { messageId: quoted.messageId, conversationId: quoted.conversationId },
  };
}

/** A quoted message, and the conversation that the answer goes to. */
interface Quoted {
  messageId: string;
  conversationId: number;
  message: QuotedMessage;
}

/**
 * The message that a send quotes: of a conversation with its recipient. Throws `invalid_reply_to`; a message of another
 * tenant, channel or person is not distinguished from one that does not exist.
 */
async function findQuoted(
  service: Pick<SendService, 'database'>,
  given: { tenantId: number; channel: Channel; to: string; messageId: string },
): Promise<Quoted> {
  const found = await findQuotedMessage(service.database, given);
  if (!found) throw invalidField('reply_to', 'reply_to names no message of a conversation with this recipient.');
  const { conversationId, providerMessageId, direction, author, text } = found;
  if (providerMessageId === null)
    throw invalidField('reply_to', 'reply_to names a message that the platform does not have.');
  return {
    messageId: given.messageId,
    conversationId,
    message: { providerMessageId, isOwn: direction === 'out', author, text },
  };
}
