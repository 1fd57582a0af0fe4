import { createHash } from 'node:crypto';
import { PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import { AppError } from '@parley/common/errors';
import { type ExchangeAnswer, exchange, targetOf } from '@parley/providers/http/exchange';
import { AwsV4Signer } from 'aws4fetch';
import type { Dispatcher } from 'undici';
import type { PieceStore } from './sealed-files.client.ts';

/** A bucket of an S3-compatible store, addressed by path, with its credentials. */
export interface S3Bucket {
  /** Endpoint without the bucket. */
  url: string;
  bucket: string;
  region: string;
  keyId: string;
  secret: string;
}

export interface S3Options {
  dispatcher: Dispatcher;
  /** Timeout of one attempt, from the connection to the end of the answer. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Every call is idempotent: a put replaces, a removal may find nothing. */
const TRIES = 2;
/** A piece with the overhead of its encryption. */
const MAX_ANSWER_BYTES = PIECE_BYTES + 4096;
const REMOVED_AT_ONCE = 8;

/**
 * Pieces in a bucket of an S3-compatible store (docs/reference/uploads.md#storage). Requests are signed over their
 * content (AWS Signature Version 4); an object is stored atomically. Throws `service_unavailable`.
 */
export function makeS3Store(
  { url, bucket, region, keyId, secret }: S3Bucket,
  { dispatcher, timeoutMs = TIMEOUT_MS }: S3Options,
): PieceStore {
  async function tryOnce(method: 'GET' | 'PUT' | 'DELETE', key: string, body: Uint8Array): Promise<ExchangeAnswer> {
    const address = `${url}/${bucket}/${key}`;
    const signed = await new AwsV4Signer({
      method,
      url: address,
      headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: 's3',
      region,
    }).sign();
    const request = {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(method === 'PUT' ? { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) } : {}),
    };
    return exchange(dispatcher, targetOf(address), request, { timeoutMs, maxBytes: MAX_ANSWER_BYTES });
  }

  /** Returns the answer of the last attempt. */
  async function call(
    method: 'GET' | 'PUT' | 'DELETE',
    key: string,
    body: Uint8Array = new Uint8Array(),
  ): Promise<ExchangeAnswer> {
    for (let left = TRIES - 1; ; left--) {
      try {
        const answer = await tryOnce(method, key, body);
        if (left === 0 || !isRetryable(answer)) return answer;
      } catch (error) {
        if (left === 0) throw unavailable(error);
      }
    }
  }

  async function removeOne(key: string): Promise<void> {
    const answer = await call('DELETE', key);
    if (!isDone(answer) && answer.statusCode !== 404) throw unavailable(problemOf(answer));
  }

  return {
    async put(folder, name, bytes) {
      const answer = await call('PUT', `${folder}/${name}`, bytes);
      if (!isDone(answer)) throw unavailable(problemOf(answer));
    },
    async get(folder, name) {
      const answer = await call('GET', `${folder}/${name}`);
      if (!isDone(answer)) throw unavailable(problemOf(answer));
      return answer.body;
    },
    async remove(folder, names) {
      const keys = names.map((name) => `${folder}/${name}`);
      for (let at = 0; at < keys.length; at += REMOVED_AT_ONCE)
        await Promise.all(keys.slice(at, at + REMOVED_AT_ONCE).map(removeOne));
    },
    freeBytes: async () => null,
  };
}

const isDone = ({ statusCode }: ExchangeAnswer): boolean => statusCode >= 200 && statusCode < 300;
const isRetryable = ({ statusCode }: ExchangeAnswer): boolean => statusCode >= 500 || statusCode === 429;

/** The store's own description of a refusal; never the request, which is signed. */
const problemOf = ({ statusCode, body }: ExchangeAnswer): Error =>
  new Error(`${statusCode} ${/<Code>(\w{1,64})<\/Code>/.exec(body.toString('latin1'))?.[1] ?? ''}`.trim());

const unavailable = (cause: unknown): AppError =>
  new AppError('service_unavailable', { message: 'The store of uploaded files does not answer as it should.', cause });
