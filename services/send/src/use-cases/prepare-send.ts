import type { Channel } from '@parley/common/channels';
import type { send } from '@parley/common/contracts/messages/send';
import type { InputOf } from '@parley/common/define-contract';
import { invalidField } from '@parley/common/errors';
import type { Attachment } from '@parley/common/events';
import { makeId } from '@parley/common/ids';
import { describeTaken, refusalOf } from '@parley/common/upload-rules';
import { EgressError } from '@parley/providers/egress/egress-policy';
import type { OutboundMedia, OutboundMessage } from '@parley/providers/outbound-message';
import type { UploadFile } from '../domain/channel-sender.ts';
import { filenameOf, kindOfExtension, kindOfMime, readHint } from '../domain/media-type.ts';
import { checkLength } from '../domain/message-length.ts';
import { normalizeRecipient } from '../domain/recipient.ts';
import type { SentFile } from '../domain/reservation.ts';

type SendInput = InputOf<typeof send>;
export type PrepareInput = SendInput & { channel: Channel; uploadId?: string | undefined };

/** An open uploaded file. */
export interface OpenedUpload {
  type: OutboundMedia['type'];
  mimeType: string;
  filename: string;
  size: number;
  /** The bytes, to be read once, either here or by {@link readAll}. */
  body: AsyncIterable<Uint8Array>;
  readAll(): Promise<Buffer>;
  /** Must always be called; has no effect after the file was read to its end. */
  close(): void;
}

export interface PrepareDeps {
  /** Checks a URL against the egress rules without a lookup; throws EgressError. */
  readUrl(url: string): URL;
  /** Checks a URL completely; throws EgressError, and `service_unavailable` while no names can be looked up. */
  checkUrl(url: string, lookUpFor: string): Promise<URL>;
  /** Throws `insufficient_balance` when the tenant cannot pay for a send. */
  requireCredit(tenantId: number, channel: Channel): Promise<void>;
  /** The resource's MIME type, or null when it is unknown. */
  readMimeType(url: URL): Promise<string | null>;
  mediaAddressOf(attachmentId: string, now: Date): string;
  /** Downloads an image for channels that accept only uploads (tt). Throws `invalid_media_url`. */
  fetchImage(url: URL, filename: string | null): Promise<UploadFile>;
  /** Throws `unknown_upload`. */
  openUpload(tenantId: number, uploadId: string): Promise<OpenedUpload>;
}

/** The tenant that sends. */
export interface Sender {
  tenantId: number;
  /** Key of the limits of name lookups. */
  key: string;
}

/** A send that passed all rules that need no database. */
export interface PreparedSend {
  message: OutboundMessage;
  attachments: Attachment[];
  files: SentFile[];
  /** The upload, where the provider accepts no URL. */
  file: UploadFile | null;
}

/** tt accepts only images, and only as uploads (docs/reference/tt.md#sending). */
async function prepareUpload(
  deps: PrepareDeps,
  { url, type, filename }: OutboundMedia,
  hint: string | undefined,
): Promise<UploadFile> {
  if (type !== 'image')
    throw invalidField(
      hint === undefined ? 'media_url' : 'media_type',
      `Only images can be sent on tt; this is taken for ${type}.`,
    );
  return deps.fetchImage(new URL(url), filename);
}

/** Checks the URL. Without enough credit no request is made, neither to name servers nor to the file's host. */
async function checkMediaUrl(deps: PrepareDeps, url: string, channel: Channel, sender: Sender): Promise<URL> {
  try {
    deps.readUrl(url);
    await deps.requireCredit(sender.tenantId, channel);
    return await deps.checkUrl(url, sender.key);
  } catch (error) {
    if (error instanceof EgressError) throw invalidField('media_url', `media_url ${error.message}.`);
    throw error;
  }
}

async function prepareMedia(
  deps: PrepareDeps,
  { mediaUrl: url, mediaType: hint, channel }: SendInput & { mediaUrl: string },
  sender: Sender,
): Promise<OutboundMedia> {
  const hinted = hint === undefined ? null : readHint(hint);
  const checked = await checkMediaUrl(deps, url, channel, sender);
  const type = hinted ?? kindOfExtension(checked) ?? kindOfMime((await deps.readMimeType(checked)) ?? '');
  return { type, url, filename: filenameOf(checked) };
}

/** A new attachment, and the URL at which Parley serves it. */
interface OwnAddress {
  id: string;
  address: string;
}

/** The file of a message, in each form that is needed. */
interface PreparedFile {
  media: OutboundMedia;
  attachment: Attachment;
  stored: SentFile;
  upload: UploadFile | null;
}

async function prepareLinked(
  deps: PrepareDeps,
  input: SendInput & { mediaUrl: string },
  sender: Sender,
  { id, address }: OwnAddress,
): Promise<PreparedFile> {
  const media = await prepareMedia(deps, input, sender);
  const { type, filename } = media;
  return {
    media,
    attachment: { id, type, url: address, mime_type: null, filename, size: null, payload: null },
    stored: { id, type, sourceUrl: media.url, uploadId: null, mimeType: null, filename },
    upload: input.channel === 'tt' ? await prepareUpload(deps, media, input.mediaType) : null,
  };
}

async function prepareUploaded(
  deps: PrepareDeps,
  { channel, uploadId }: { channel: Channel; uploadId: string },
  { tenantId }: Sender,
  { id, address }: OwnAddress,
): Promise<PreparedFile> {
  const file = await deps.openUpload(tenantId, uploadId);
  try {
    const { type, mimeType, filename, size } = file;
    const refusal = refusalOf(channel, { mimeType, size });
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

async function prepareFile(
  deps: PrepareDeps,
  input: PrepareInput,
  sender: Sender,
  now: Date,
): Promise<PreparedFile | null> {
  const { mediaUrl, uploadId, channel } = input;
  if (input.template) return null;
  if (mediaUrl !== undefined && uploadId !== undefined)
    throw invalidField('upload_id', 'Give media_url or upload_id, not both.');
  // Signing a URL is expensive, and a text needs none.
  const makeOwn = (): OwnAddress => {
    const id = makeId('att');
    return { id, address: deps.mediaAddressOf(id, now) };
  };
  if (mediaUrl !== undefined) return prepareLinked(deps, { ...input, mediaUrl }, sender, makeOwn());
  return uploadId === undefined ? null : prepareUploaded(deps, { channel, uploadId }, sender, makeOwn());
}

/**
 * Checks and normalizes a send (docs/reference/sends.md#request). Throws field errors, and `insufficient_balance`
 * before a file is requested.
 */
export async function prepareSend(
  deps: PrepareDeps,
  input: PrepareInput,
  sender: Sender,
  now: Date,
): Promise<PreparedSend> {
  const to = normalizeRecipient(input.channel, input.to);
  if (input.template && input.channel !== 'wa')
    throw invalidField('template', 'template is for channel wa only; send message instead.');
  const text = input.template ? '' : (input.message ?? '');
  if (!input.template) checkLength(input.channel, text, (input.mediaUrl ?? input.uploadId) !== undefined);
  const file = await prepareFile(deps, input, sender, now);
  return {
    message: { to, text, media: file?.media ?? null, template: input.template ?? null },
    attachments: file ? [file.attachment] : [],
    files: file ? [file.stored] : [],
    file: file?.upload ?? null,
  };
}
