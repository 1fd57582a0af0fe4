import type { IncomingMessage } from 'node:http';
import { AppError } from '@parley/common/errors';

/** How much of a body that is too large is still read, so that the sender gets to see the answer. */
const DISCARD_MAX_BYTES = 8 * 1024 * 1024;

/**
 * Reads the raw body of a request. More than `maxBytes` is `payload_too_large`, told after the rest was read and
 * thrown away; a sender that goes on and on loses its connection.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (): void => {
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
    };
    const tooLarge = () => new AppError('payload_too_large', { message: `The body is larger than ${maxBytes} bytes.` });
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
      if (bytes <= maxBytes + DISCARD_MAX_BYTES) return;
      request.pause();
      finish();
      reject(tooLarge());
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
