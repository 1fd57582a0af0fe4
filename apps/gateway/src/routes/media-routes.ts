import { Readable } from 'node:stream';
import type { BusClient, OutgoingContext } from '@parley/bus/bus-client';
import { asStream, type StreamedAnswer } from '@parley/bus/stream';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { AppError } from '@parley/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Handle, routeMethods } from './route-methods.ts';

interface Deps {
  bus: Pick<BusClient, 'stream'>;
}

type Head = z.output<typeof openMedia.output>;

const STREAM = asStream(openMedia);
/** Types that a browser shows without running anything of them; the rest is downloaded. */
const SHOWN = /^(image\/(?!svg)|video\/|audio\/)/;
const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const EXPIRES = /^\d{1,12}$/;
const MEDIA_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";
const ID_MAX = 60;
const SIGNATURE_MAX = 100;
const FILENAME_MAX = 150;

function addressOf(request: FastifyRequest) {
  const { attachment = '' } = request.params as { attachment?: string }; // safe: the route has this parameter
  const { expires, signature } = request.query as Record<string, unknown>; // safe: parsed query
  if (typeof expires !== 'string' || !EXPIRES.test(expires)) throw new AppError('invalid_signature');
  if (typeof signature !== 'string' || signature.length > SIGNATURE_MAX) throw new AppError('invalid_signature');
  if (attachment === '' || attachment.length > ID_MAX) throw new AppError('invalid_signature');
  return { attachment_id: attachment, expires, signature };
}

/** RFC 6266: an ASCII name for everyone, and the exact one in UTF-8. */
function dispositionOf(type: string, filename: string | null): string {
  const kind = SHOWN.test(type) ? 'inline' : 'attachment';
  if (!filename) return kind;
  const name = [...filename.replaceAll(/\p{Surrogate}/gu, '_')].slice(0, FILENAME_MAX).join('');
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\/%;]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${exact}`;
}

function writeHead(reply: FastifyReply, { mime_type, filename, size }: Head): void {
  const bare = mime_type.split(';')[0]?.trim() ?? '';
  const type = MIME_TYPE.test(bare) ? bare : 'application/octet-stream';
  reply.headers({
    'content-type': type,
    'content-disposition': dispositionOf(type, filename),
    'content-security-policy': MEDIA_POLICY,
    'cache-control': 'private, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (size !== null) reply.header('content-length', size);
}

/** The bytes as a stream that tells the producer when its reader goes away. */
function bodyOf({ body, cancel }: StreamedAnswer<Head>): Readable {
  const readable = Readable.from(body, { objectMode: false });
  readable.once('close', cancel);
  return readable;
}

/** Files of messages at their signed addresses, streamed (contract §6). */
export function addMediaRoutes(app: FastifyInstance, { bus }: Deps): void {
  const open = (request: FastifyRequest): Promise<StreamedAnswer<Head>> => {
    const context: OutgoingContext = { request_id: request.id };
    return bus.stream(STREAM, addressOf(request), context);
  };
  const get: Handle = async (request, reply) => {
    const answer = await open(request);
    writeHead(reply, answer.head);
    return reply.send(bodyOf(answer));
  };
  const head: Handle = async (request, reply) => {
    const answer = await open(request);
    answer.cancel();
    writeHead(reply, answer.head);
    return reply.send();
  };
  routeMethods(app, '/media/:attachment', { GET: get, HEAD: head }, { operation: 'media' });
}
