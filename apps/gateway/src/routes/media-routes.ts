import { Readable } from 'node:stream';
import type { BusClient, OutgoingContext } from '@parley/bus/bus-client';
import { asStream, type StreamedAnswer } from '@parley/bus/carriers/stream';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { AppError, invalidField } from '@parley/common/errors';
import { resumeIterator } from '@parley/runtime/reading/resume-iterator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Download, Downloads } from '../downloads/limit-downloads.ts';
import { type Range, readRange } from '../input/read-range.ts';
import type { Handle } from './route-every-method.ts';
import { routeMethods } from './route-methods.ts';

interface Deps {
  bus: Pick<BusClient, 'stream'>;
  downloads: Pick<Downloads, 'enter'>;
  /**
   * Checks that the sender may see a file of this tenant; absent: every holder of its signed address may. Errors:
   * not_signed_in, invalid_signature.
   */
  admit?: ((request: FastifyRequest, tenantId: number) => Promise<void>) | undefined;
}

type Head = z.output<typeof openMedia.output>;

const STREAM = asStream(openMedia);
const EXPIRES = /^\d{1,12}$/;
const ID_MAX = 60;
const SIGNATURE_MAX = 100;
const PARTIAL_CONTENT = 206;
const NOT_MODIFIED = 304;
const RANGE_NOT_SATISFIABLE = 416;

function addressOf(request: FastifyRequest) {
  const { attachment = '' } = request.params as { attachment?: string }; // safe: the route has this parameter
  const { expires, signature, size } = request.query as Record<string, unknown>; // safe: parsed query
  if (typeof expires !== 'string' || !EXPIRES.test(expires)) throw new AppError('invalid_signature');
  if (typeof signature !== 'string' || signature.length > SIGNATURE_MAX) throw new AppError('invalid_signature');
  if (attachment === '' || attachment.length > ID_MAX) throw new AppError('invalid_signature');
  const signed = { attachmentId: attachment, expires, signature };
  if (size === undefined) return signed;
  if (size !== 'thumbnail') throw invalidField('size', 'size is thumbnail, or left out.');
  return { ...signed, size } as const;
}

function writeHead(reply: FastifyReply, { mimeType, filename, size, stored }: Head): void {
  reply.headers(describeFile(mimeType, filename));
  if (size !== null) reply.header('content-length', size);
  if (stored === undefined) return;
  const { etag, total, range } = stored;
  reply.headers({ 'accept-ranges': 'bytes', etag });
  if (range === null) return;
  const part = range === 'unsatisfiable' ? '*' : `${range.start}-${range.end}`;
  reply.code(range === 'unsatisfiable' ? RANGE_NOT_SATISFIABLE : PARTIAL_CONTENT);
  reply.header('content-range', `bytes ${part}/${total}`);
}

/** Whether the client has this version already (RFC 9110, If-None-Match). */
const isKnown = (given: string | undefined, { stored }: Head): boolean =>
  stored !== undefined && (given ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === stored.etag);

/**
 * The bytes as a stream that cancels the producer when its reader disconnects. A failure before the first byte is
 * thrown, so that it can be answered as an error; a later one closes the connection, and the receiver sees that the
 * file is incomplete.
 */
async function beginBody({ head, body, cancel }: StreamedAnswer<Head>): Promise<Readable> {
  const bytes = head.size === null ? body : exactLength(body, head.size);
  const iterator = bytes[Symbol.asyncIterator]();
  const readable = Readable.from(resumeIterator(await iterator.next(), iterator), { objectMode: false });
  readable.once('close', cancel);
  return readable;
}

/** Files of messages at their signed addresses, streamed (docs/reference/events.md#attachments). */
export function addMediaRoutes(app: FastifyInstance, { bus, downloads, admit }: Deps): void {
  const open = async (request: FastifyRequest, range?: Range): Promise<StreamedAnswer<Head>> => {
    const context: OutgoingContext = { requestId: request.id };
    const answer = await bus.stream(STREAM, { ...addressOf(request), ...(range ? { range } : {}) }, context);
    try {
      await admit?.(request, answer.head.tenantId);
      return answer;
    } catch (error) {
      answer.cancel();
      throw error;
    }
  };

  /** Takes a place for a response, which frees it when it ends, whatever the outcome. */
  function enter(request: FastifyRequest, reply: FastifyReply): Download {
    const download = downloads.enter(request.clientAddress);
    download.watch(reply.raw);
    return download;
  }

  const get: Handle = async (request, reply) => {
    const download = enter(request, reply);
    const answer = await open(request, readRange(request.headers));
    const { head, cancel } = answer;
    if (isKnown(request.headers['if-none-match'], head)) {
      cancel();
      writeHead(reply, { ...head, size: null });
      return reply.code(NOT_MODIFIED).send();
    }
    try {
      download.countFor(head.tenantId);
    } catch (error) {
      cancel();
      throw error;
    }
    const body = await beginBody(answer);
    writeHead(reply, head);
    return reply.send(body);
  };
  const head: Handle = async (request, reply) => {
    enter(request, reply);
    const answer = await open(request);
    answer.cancel();
    writeHead(reply, answer.head);
    return reply.send();
  };
  routeMethods(app, '/media/:attachment', { GET: get, HEAD: head }, { operation: 'media' });
}

const brokeOff = (why: string): AppError =>
  new AppError('service_unavailable', { message: `The source broke off: ${why}`, retry_after: 1 });

/**
 * Passes on exactly `length` bytes. A body that is longer or shorter ends with an error, which closes the connection,
 * so that none of its bytes are read as part of the next answer.
 */
async function* exactLength(body: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const part of body) {
    sent += part.length;
    if (sent > length) throw brokeOff(`it sent more than the ${length} bytes that it had announced.`);
    yield part;
  }
  if (sent < length) throw brokeOff(`it ended after ${sent} of ${length} bytes.`);
}

/** Types that a browser shows without running scripts; all others, XML types included, are downloaded. */
const SHOWN = /^(?:image|video|audio)\/(?!svg)[\w.-]+$/;
const MIME_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;
const UNKNOWN_TYPE = 'application/octet-stream';
const MEDIA_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";
const FILENAME_MAX = 150;

/** Content-Disposition by RFC 6266: an ASCII name for every client, and the exact name in UTF-8. */
function dispositionOf(type: string, filename: string | null): string {
  const kind = SHOWN.test(type) ? 'inline' : 'attachment';
  if (!filename) return kind;
  const name = [...filename.slice(0, 2 * FILENAME_MAX).replaceAll(/\p{Surrogate}/gu, '_')]
    .slice(0, FILENAME_MAX)
    .join('');
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\/%;]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${exact}`;
}

/** The headers of a file whose sender chose its type and name: they cannot inject a header or make a browser run the file. */
function describeFile(mimeType: string, filename: string | null): Record<string, string> {
  const bare = mimeType.split(';', 1)[0]?.trim() ?? '';
  const type = MIME_TYPE.test(bare) ? bare : UNKNOWN_TYPE;
  return {
    'content-type': type,
    'content-disposition': dispositionOf(type, filename),
    'content-security-policy': MEDIA_POLICY,
    'cache-control': 'private, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  };
}
