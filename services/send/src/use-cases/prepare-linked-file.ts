import { invalidField } from '@parley/common/errors';
import { EgressError } from '@parley/providers/egress/egress-policy';
import type { OutboundMedia } from '@parley/providers/outbound-message';
import { fetchImage } from '../adapters/fetch-image.ts';
import { readMimeType } from '../adapters/read-mime-type.ts';
import type { UploadFile } from '../domain/channel-sender.ts';
import { filenameOf, kindOfExtension, kindOfMime, readHint } from '../domain/media-type.ts';
import type { OwnAddress, PreparedFile, Sender, SendInput } from '../domain/prepared-send.ts';
import type { SendService } from '../service.ts';
import { requireCredit } from './require-credit.ts';

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
export async function prepareLinkedFile(
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
