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

type SendInput = InputOf<typeof send>;

export interface PrepareDeps {
  /** Checks an address by the egress rules; throws EgressError. */
  checkUrl(url: string): Promise<URL>;
  /** The resource's own MIME type, or null when it does not tell. */
  readMimeType(url: URL): Promise<string | null>;
  mediaAddressOf(attachmentId: string, now: Date): string;
  /** The image at an address, for channels that take uploads alone (tt). Throws `invalid_media_url`. */
  fetchImage(url: URL, filename: string | null): Promise<UploadFile>;
}

/** A send whose every rule that needs no database has been checked. */
export interface PreparedSend {
  message: OutboundMessage;
  attachments: Attachment[];
  files: { id: string; type: string; source_url: string; mime_type: null; filename: string | null }[];
  /** What is uploaded, where the provider takes no address. */
  file: UploadFile | null;
}

/** tt takes images alone, and those uploaded (tt.md §4). */
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

async function prepareMedia(deps: PrepareDeps, url: string, hint: string | undefined): Promise<OutboundMedia> {
  const hinted = hint === undefined ? null : readHint(hint);
  const checked = await deps.checkUrl(url).catch((error: unknown) => {
    if (error instanceof EgressError) throw invalidField('media_url', `media_url ${error.message}.`);
    throw error;
  });
  const type = hinted ?? kindOfExtension(checked) ?? kindOfMime((await deps.readMimeType(checked)) ?? '');
  return { type, url, filename: filenameOf(checked) };
}

/** Checks and normalizes a send (contract §4). Throws field errors. */
export async function prepareSend(
  deps: PrepareDeps,
  input: SendInput & { channel: Channel },
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
      : await prepareMedia(deps, input.media_url, input.media_type);
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
    files: [{ id, type: media.type, source_url: media.url, mime_type: null, filename: media.filename }],
    file,
  };
}
