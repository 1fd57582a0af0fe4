import { CAPABILITIES } from '@parley/common/capabilities';
import { invalidField } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { carryContent, unsupported } from '../domain/carry-content.ts';
import { chosenKind } from '../domain/media-type.ts';
import { checkLength } from '../domain/message-length.ts';
import type { OwnAddress, PreparedFile, PreparedSend, Sender, SendInput } from '../domain/prepared-send.ts';
import { normalizeRecipient } from '../domain/recipient.ts';
import type { SendService } from '../service.ts';
import { findQuoted, type Quoted } from './find-quoted.ts';
import { prepareLinkedFile } from './prepare-linked-file.ts';
import { prepareUploadedFile } from './prepare-uploaded-file.ts';

/** Signing a URL is expensive, and a text needs none. */
function makeOwnAddress({ mediaAddressOf, now }: SendService): OwnAddress {
  const id = makeId('att');
  return { id, address: mediaAddressOf(id, now()) };
}

async function prepareFile(service: SendService, input: SendInput, sender: Sender): Promise<PreparedFile | null> {
  const { mediaUrl, uploadId } = input;
  if (mediaUrl !== undefined && uploadId !== undefined)
    throw invalidField('upload_id', 'Give media_url or upload_id, not both.');
  if (mediaUrl !== undefined)
    return prepareLinkedFile(service, { ...input, mediaUrl }, sender, makeOwnAddress(service));
  if (uploadId === undefined) return null;
  return prepareUploadedFile(service, { ...input, uploadId }, sender, makeOwnAddress(service));
}

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
export async function prepareSend(service: SendService, input: SendInput, sender: Sender): Promise<PreparedSend> {
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
