import type { Channel } from '@parley/common/channels';
import type { send } from '@parley/common/contracts/messages/send';
import type { InputOf } from '@parley/common/define-contract';
import { invalidField } from '@parley/common/errors';
import type { Attachment } from '@parley/common/events';
import { makeId } from '@parley/common/ids';
import { EgressError } from '@parley/providers/egress/egress-policy';
import type { OutboundMedia, OutboundMessage } from '@parley/providers/outbound-message';
import type { UploadFile } from '../domain/channel-sender.ts';
import { filenameOf, kindOfExtension, kindOfMime, readHint } from '../domain/media-type.ts';
import { checkLength } from '../domain/message-length.ts';
import { normalizeRecipient } from '../domain/recipient.ts';
import type { SentFile } from '../domain/reservation.ts';

type SendInput = InputOf<typeof send>;

export interface PrepareDeps {
  /** Checks a URL by the egress rules without a look-up; throws EgressError. */
  readUrl(url: string): URL;
  /** Checks it in full; throws EgressError, and `service_unavailable` while no names can be looked up. */
  checkUrl(url: string, lookUpFor: string): Promise<URL>;
  /** Throws `insufficient_balance` when the tenant cannot pay for a send. */
  requireCredit(tenantId: number, channel: Channel): Promise<void>;
  /** The resource's own MIME type, or null when it does not tell. */
  readMimeType(url: URL): Promise<string | null>;
  mediaAddressOf(attachmentId: string, now: Date): string;
  /** The image at an address, for channels that take uploads alone (tt). Throws `invalid_media_url`. */
  fetchImage(url: URL, filename: string | null): Promise<UploadFile>;
}

/** The tenant that sends. */
export interface Sender {
  tenantId: number;
  /** Key of the limits of name look-ups. */
  key: string;
}

/** A send that passed all rules that need no database. */
export interface PreparedSend {
  message: OutboundMessage;
  attachments: Attachment[];
  files: SentFile[];
  /** What is uploaded, where the provider takes no address. */
  file: UploadFile | null;
}

/** tt takes images alone, and those uploaded (docs/reference/tt.md#sending). */
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
  { media_url: url, media_type: hint, channel }: SendInput & { media_url: string },
  sender: Sender,
): Promise<OutboundMedia> {
  const hinted = hint === undefined ? null : readHint(hint);
  const checked = await checkMediaUrl(deps, url, channel, sender);
  const type = hinted ?? kindOfExtension(checked) ?? kindOfMime((await deps.readMimeType(checked)) ?? '');
  return { type, url, filename: filenameOf(checked) };
}

/**
 * Checks and normalizes a send (docs/reference/sends.md#request). Throws field errors, and `insufficient_balance`
 * before a file is requested.
 */
export async function prepareSend(
  deps: PrepareDeps,
  input: SendInput & { channel: Channel },
  sender: Sender,
  now: Date,
): Promise<PreparedSend> {
  const to = normalizeRecipient(input.channel, input.to);
  if (input.template && input.channel !== 'wa')
    throw invalidField('template', 'template is for channel wa only; send message instead.');
  const text = input.template ? '' : (input.message ?? '');
  if (!input.template) checkLength(input.channel, text, input.media_url !== undefined);
  const media =
    input.media_url === undefined || input.template
      ? null
      : await prepareMedia(deps, { ...input, media_url: input.media_url }, sender);
  const message: OutboundMessage = { to, text, media, template: input.template ?? null };
  if (!media) return { message, attachments: [], files: [], file: null };
  const file = input.channel === 'tt' ? await prepareUpload(deps, media, input.media_type) : null;
  const id = makeId('att');
  return {
    message,
    attachments: [
      {
        id,
        type: media.type,
        url: deps.mediaAddressOf(id, now),
        mime_type: null,
        filename: media.filename,
        size: null,
        payload: null,
      },
    ],
    files: [{ id, type: media.type, sourceUrl: media.url, mimeType: null, filename: media.filename }],
    file,
  };
}
