import { invalidField } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { checkLength } from '../domain/message-length.ts';
import type { OwnAddress, PreparedFile, PreparedSend, Sender, SendInput } from '../domain/prepared-send.ts';
import { normalizeRecipient } from '../domain/recipient.ts';
import type { SendService } from '../service.ts';
import { prepareLinkedFile } from './prepare-linked-file.ts';
import { prepareUploadedFile } from './prepare-uploaded-file.ts';

/** Signing a URL is expensive, and a text needs none. */
function makeOwnAddress({ mediaAddressOf, now }: SendService): OwnAddress {
  const id = makeId('att');
  return { id, address: mediaAddressOf(id, now()) };
}

async function prepareFile(service: SendService, input: SendInput, sender: Sender): Promise<PreparedFile | null> {
  const { mediaUrl, uploadId, channel } = input;
  if (mediaUrl !== undefined && uploadId !== undefined)
    throw invalidField('upload_id', 'Give media_url or upload_id, not both.');
  if (mediaUrl !== undefined)
    return prepareLinkedFile(service, { ...input, mediaUrl }, sender, makeOwnAddress(service));
  if (uploadId === undefined) return null;
  return prepareUploadedFile(service, { channel, uploadId }, sender, makeOwnAddress(service));
}

/**
 * Checks and normalizes a send (docs/reference/sends.md#request). Throws field errors, and `insufficient_balance`
 * before a file is requested.
 */
export async function prepareSend(service: SendService, input: SendInput, sender: Sender): Promise<PreparedSend> {
  const { channel, template = null } = input;
  const to = normalizeRecipient(channel, input.to);
  if (template && channel !== 'wa')
    throw invalidField('template', 'template is for channel wa only; send message instead.');
  const text = template ? '' : (input.message ?? '');
  const hasFile = !template && (input.mediaUrl ?? input.uploadId) !== undefined;
  if (!template) checkLength(channel, text, hasFile);
  const file = hasFile ? await prepareFile(service, input, sender) : null;
  return {
    message: { to, text, media: file?.media ?? null, template },
    attachments: file ? [file.attachment] : [],
    files: file ? [file.stored] : [],
    file: file?.upload ?? null,
  };
}
