import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@parley/common/errors';

/** How many bytes of an oversized body are still read, so that the sender reads the answer. */
const DISCARD_MAX_BYTES = 8 * 1024 * 1024;

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Notes that the sender waits for `100 Continue` before it sends the body. If that is never sent, the connection ends
 * with the answer, because the body may or may not follow.
 */
export function awaitContinue(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response);
  response.shouldKeepAlive = false;
}

/** Lets the sender begin, if it waits for that. */
export function sendContinue(request: IncomingMessage): void {
  const response = waiting.get(request);
  if (!response) return;
  waiting.delete(request);
  response.writeContinue();
}

/** The bounds on a body that is being read. */
export interface BodyBounds {
  /** Called for each piece that is kept; may throw. */
  take(bytes: number): void;
  /** Gets a function that ends the reading with an error. */
  onBegin(giveUp: (error: AppError) => void): void;
}

/**
 * Reads the raw body of a request. More than `maxBytes` is `payload_too_large`, thrown after the rest was read and discarded; a
 * sender that does not stop loses its connection.
 */
export function readBody(request: IncomingMessage, maxBytes: number, bounds?: BodyBounds): Promise<Buffer> {
  sendContinue(request);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (): void => {
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
    };
    const tooLarge = () => new AppError('payload_too_large', { message: `The body is larger than ${maxBytes} bytes.` });
    const giveUp = (error: unknown): void => {
      finish();
      chunks.length = 0;
      reject(error);
    };
    bounds?.onBegin(giveUp);
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= maxBytes) return void keep(chunk);
      chunks.length = 0;
      if (bytes <= maxBytes + DISCARD_MAX_BYTES) return;
      request.pause();
      finish();
      reject(tooLarge());
    };
    const keep = (chunk: Buffer): void => {
      try {
        bounds?.take(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        giveUp(error);
      }
    };
    const onEnd = (): void => {
      finish();
      if (bytes > maxBytes) reject(tooLarge());
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const onGone = (): void => {
      finish();
      reject(new AppError('invalid_json', { message: 'The body ended before it was complete.' }));
    };
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

/**
 * Reads and discards the rest of a refused body, so that its sender reads the answer; one that does not stop loses its
 * connection.
 */
export function discardRest(request: IncomingMessage): Promise<void> {
  // A sender that got no `100 Continue` sends nothing.
  if (request.readableEnded || request.destroyed || waiting.has(request)) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const finish = (): void => {
      request.off('data', onData).off('end', finish).off('error', finish).off('close', finish);
      resolve();
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= DISCARD_MAX_BYTES) return;
      request.pause();
      finish();
    };
    request.on('data', onData).on('end', finish).on('error', finish).on('close', finish).resume();
  });
}
