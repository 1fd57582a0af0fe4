import { Readable } from 'node:stream';
import type { BusClient, OutgoingContext } from '@parley/bus/bus-client';
import { asStream, type StreamedAnswer } from '@parley/bus/stream';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { AppError, invalidField } from '@parley/common/errors';
import { resumeIterator } from '@parley/runtime/resume-iterator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { describeFile } from '../answers/describe-file.ts';
import { exactLength } from '../answers/exact-length.ts';
import type { Download, Downloads } from '../downloads/limit-downloads.ts';
import { type Range, readRange } from '../input/read-range.ts';
import type { Handle } from './route-every-method.ts';
import { routeMethods } from './route-methods.ts';

interface Deps {
  bus: Pick<BusClient, 'stream'>;
  downloads: Pick<Downloads, 'enter'>;
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
export function addMediaRoutes(app: FastifyInstance, { bus, downloads }: Deps): void {
  const open = (request: FastifyRequest, range?: Range): Promise<StreamedAnswer<Head>> => {
    const context: OutgoingContext = { requestId: request.id };
    return bus.stream(STREAM, { ...addressOf(request), ...(range ? { range } : {}) }, context);
  };

  /** Takes a place for an answer, which leaves it with its end, whatever the outcome. */
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
