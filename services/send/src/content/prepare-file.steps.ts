import type { Channel } from '@parley/common/channels';
import { AppError, invalidField } from '@parley/common/errors';
import type { Attachment } from '@parley/common/events';
import { describeTaken, refusalOf } from '@parley/common/files/upload-rules';
import { makeId } from '@parley/common/ids';
import { priceOf } from '@parley/messaging/credit/message-price';
import { EgressError } from '@parley/providers/egress/egress-policy';
import type { OutboundMedia } from '@parley/providers/sent/outbound-message';
import type { UploadFile } from '../channels/channel.rules.ts';
import { hasCredit } from '../reserve/may-send.rules.ts';
import { findCredit } from '../sends/message.store.ts';
import type { SendInput, SentFile } from '../sends/send.rules.ts';
import type { SendService } from '../service.ts';
import { fetchImage, readMimeType } from './linked-file.client.ts';
import { chosenKind, filenameOf, kindOfExtension, kindOfMime, readHint } from './media-type.rules.ts';
import { type OpenedUpload, openUpload } from './upload.client.ts';

/** The tenant that sends. */
export interface Sender {
  tenantId: number;
  /** The API key that sends; absent for members and bots. */
  instanceId?: string;
  /** Key of the limits of name lookups. */
  key: string;
}

/** The file of a message, in each form that is needed. */
interface PreparedFile {
  media: OutboundMedia;
  attachment: Attachment;
  stored: SentFile;
  upload: UploadFile | null;
}

/** A new attachment, and the URL at which Parley serves it. */
interface OwnAddress {
  id: string;
  address: string;
}

/** Signing a URL is expensive, and a text needs none. */
function makeOwnAddress({ mediaAddressOf, now }: SendService): OwnAddress {
  const id = makeId('att');
  return { id, address: mediaAddressOf(id, now()) };
}

/** Prepares the file that the input names, if it names one. Throws field errors, and those of its source. */
export async function prepareFile(
  service: SendService,
  input: SendInput,
  sender: Sender,
): Promise<PreparedFile | null> {
  const { mediaUrl, uploadId } = input;
  if (mediaUrl !== undefined && uploadId !== undefined)
    throw invalidField('upload_id', 'Give media_url or upload_id, not both.');
  if (mediaUrl !== undefined)
    return prepareLinkedFile(service, { ...input, mediaUrl }, sender, makeOwnAddress(service));
  if (uploadId === undefined) return null;
  return prepareUploadedFile(service, { ...input, uploadId }, sender, makeOwnAddress(service));
}

type LinkInput = SendInput & { mediaUrl: string };

/** Checks the URL. Without enough credit no request is made, neither to name servers nor to the file's host. */
async function checkMediaUrl(
  service: SendService,
  { mediaUrl, channel }: LinkInput,
  { tenantId, key }: Sender,
): Promise<URL> {
  try {
    service.egress.readUrl(mediaUrl);
    await requireCredit(service, tenantId, channel);
    return await service.egress.checkUrl(mediaUrl, key);
  } catch (error) {
    if (error instanceof EgressError) throw invalidField('media_url', `media_url ${error.message}.`);
    throw error;
  }
}

/** tt accepts only images, and only as uploads (docs/reference/tt.md#sending). */
async function fetchForTt(
  { egress, logger }: SendService,
  { url, type, filename }: OutboundMedia,
  hint: string | undefined,
): Promise<UploadFile> {
  if (type !== 'image')
    throw invalidField(
      hint === undefined ? 'media_url' : 'media_type',
      `Only images can be sent on tt; this is taken for ${type}.`,
    );
  return fetchImage(egress.agent, logger, new URL(url), filename);
}

/** Checks a file at a URL of the customer, and determines its type. Throws field errors, and `insufficient_balance`. */
async function prepareLinkedFile(
  service: SendService,
  input: LinkInput,
  sender: Sender,
  { id, address }: OwnAddress,
): Promise<PreparedFile> {
  const { mediaUrl: url, mediaType: hint, filename: givenName, channel } = input;
  const { egress, logger } = service;
  const hinted = hint === undefined ? null : readHint(hint);
  const checked = await checkMediaUrl(service, input, sender);
  const type =
    hinted ?? kindOfExtension(checked) ?? kindOfMime((await readMimeType(egress.agent, logger, checked)) ?? '');
  const filename = givenName ?? filenameOf(checked);
  const media = { type, url, filename };
  return {
    media,
    attachment: { id, type, url: address, mime_type: null, filename, size: null, payload: null },
    stored: { id, type, sourceUrl: url, uploadId: null, mimeType: null, filename },
    upload: channel === 'tt' ? await fetchForTt(service, media, hint) : null,
  };
}

/**
 * Refuses a send without enough credit before anything is looked up or fetched for it. Only the later reservation is
 * authoritative. Errors: insufficient_balance.
 */
async function requireCredit(service: SendService, tenantId: number, channel: Channel): Promise<void> {
  const tenant = await findCredit(service.database, tenantId);
  if (!hasCredit(tenant, priceOf(service.environment, channel))) throw new AppError('insufficient_balance');
}

/** Opens the file; a key may send only its own uploads. Throws `invalid_upload_id` to a key, `unknown_upload` to others. */
async function open({ bus }: SendService, uploadId: string, { tenantId, instanceId }: Sender): Promise<OpenedUpload> {
  if (instanceId === undefined) return openUpload(bus, tenantId, uploadId);
  return openUpload(bus, tenantId, uploadId, instanceId).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'unknown_upload')) throw error;
    throw invalidField(
      'upload_id',
      'upload_id names no file that this key uploaded within 7 days: upload the file again with this key.',
    );
  });
}

/** Checks an uploaded file. Throws field errors, and `unknown_upload`. */
async function prepareUploadedFile(
  service: SendService,
  { channel, uploadId, mediaType, filename: givenName }: SendInput & { uploadId: string },
  sender: Sender,
  { id, address }: OwnAddress,
): Promise<PreparedFile> {
  const file = await open(service, uploadId, sender);
  try {
    const { mimeType, size } = file;
    const type = chosenKind(mediaType) ?? file.type;
    const filename = givenName ?? file.filename;
    const refusal = refusalOf(channel, { mimeType, size, isVoice: type === 'voice' });
    if (refusal !== null)
      throw invalidField('upload_id', `This file's ${refusal} is not taken on ${channel}: ${describeTaken(channel)}.`);
    return {
      media: { type, url: address, uploadId, filename },
      attachment: { id, type, url: address, mime_type: mimeType, filename, size, payload: null },
      stored: { id, type, sourceUrl: null, uploadId, mimeType, filename },
      upload: channel === 'tt' ? { bytes: await file.readAll(), filename, mimeType } : null,
    };
  } finally {
    file.close();
  }
}
