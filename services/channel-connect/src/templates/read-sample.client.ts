import type { BusClient } from '@parley/bus/bus-client';
import { asStream } from '@parley/bus/carriers/stream';
import { openUpload } from '@parley/common/contracts/internal/open-upload';
import { invalidField } from '@parley/common/errors';
import { MB } from '@parley/common/files/upload-rules';
import { makeId } from '@parley/common/ids';
import { type MediaHeader, TEMPLATE_LIMITS } from '@parley/common/wa-template/template-limits';
import { EgressError } from '@parley/providers/egress/egress-policy';
import type { Egress } from '@parley/providers/egress/open-egress';
import type { SampleFile } from '@parley/providers/graph/template-calls';
import { openFile } from '@parley/providers/http/open-file';
import type { Logger } from '@parley/runtime/logger';
import { readAtMost } from '@parley/runtime/reading/read-at-most';

const TIMEOUT_MS = 8000;
const STREAM = asStream(openUpload);

/** Where samples are read. */
interface SampleSources {
  egress: Pick<Egress, 'agent' | 'checkUrl'>;
  bus: Pick<BusClient, 'stream'>;
  logger: Pick<Logger, 'debug'>;
}

interface OpenSample {
  field: 'header.media_url' | 'header.upload_id';
  body: AsyncIterable<Uint8Array>;
  close(): void;
}

async function openUrl({ egress, logger }: SampleSources, url: string, key: string): Promise<OpenSample> {
  const field = 'header.media_url';
  try {
    const checked = await egress.checkUrl(url, key);
    const opened = await openFile(checked.href, {
      dispatcher: egress.agent,
      timeoutMs: TIMEOUT_MS,
      totalTimeoutMs: TIMEOUT_MS,
    });
    if (opened) return { field, body: opened.body, close: opened.close };
  } catch (error) {
    if (error instanceof EgressError) throw invalidField(field, `${field} ${error.message}.`);
    logger.debug('file.unread', { err: error }, 'The sample of a template could not be opened.');
  }
  throw invalidField(field, `${field} could not be read.`);
}

async function readAll({ field, body, close }: OpenSample, logger: Pick<Logger, 'debug'>): Promise<Buffer> {
  const { sampleBytes } = TEMPLATE_LIMITS;
  let bytes: Buffer | null;
  try {
    bytes = await readAtMost(body, sampleBytes);
  } catch (error) {
    logger.debug('file.unread', { err: error }, 'The sample of a template could not be read.');
    throw invalidField(field, `${field} could not be read to its end.`);
  } finally {
    close();
  }
  if (!bytes) throw invalidField(field, `${field} is larger than ${sampleBytes / MB} MB.`);
  return bytes;
}

/**
 * Reads the sample of a header: an uploaded file at services/files, or one at a URL under the egress rules. Throws field
 * errors, and `unknown_upload`.
 */
export async function readSample(
  sources: SampleSources,
  tenantId: number,
  {
    type,
    mediaUrl = '',
    uploadId,
  }: { type: MediaHeader; mediaUrl?: string | undefined; uploadId?: string | undefined },
): Promise<SampleFile> {
  let opened: OpenSample;
  if (uploadId === undefined) opened = await openUrl(sources, mediaUrl, `tenant ${tenantId}`);
  else {
    const { body, cancel } = await sources.bus.stream(STREAM, { tenantId, uploadId }, { requestId: makeId('req') });
    opened = { field: 'header.upload_id', body, close: cancel };
  }
  const bytes = await readAll(opened, sources.logger);
  const kind = sampleKind(type, bytes);
  if (!kind) throw invalidField(opened.field, `${opened.field} is no ${takenFor(type)}, which Meta takes for ${type}.`);
  return { bytes, ...kind };
}

/** The types that Meta takes as samples, by their first bytes (docs/reference/wa.md#templates). */
const KINDS: Readonly<
  Record<MediaHeader, readonly { mimeType: string; extension: string; at: number; starts: Buffer }[]>
> = {
  image: [
    { mimeType: 'image/jpeg', extension: 'jpg', at: 0, starts: Buffer.from([0xff, 0xd8, 0xff]) },
    { mimeType: 'image/png', extension: 'png', at: 0, starts: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
  ],
  video: [{ mimeType: 'video/mp4', extension: 'mp4', at: 4, starts: Buffer.from('ftyp') }],
  document: [{ mimeType: 'application/pdf', extension: 'pdf', at: 0, starts: Buffer.from('%PDF-') }],
};

/** The type of a sample for this header, and a name; null when Meta does not take the file there. */
function sampleKind(header: MediaHeader, bytes: Buffer): { mimeType: string; filename: string } | null {
  const kind = KINDS[header].find(({ at, starts }) => bytes.subarray(at, at + starts.length).equals(starts));
  return kind ? { mimeType: kind.mimeType, filename: `sample.${kind.extension}` } : null;
}

/** The file types that a header takes, for an error. */
const takenFor = (header: MediaHeader): string => KINDS[header].map(({ extension }) => extension).join(' or ');
