import { AppError } from '@parley/common/errors';

const brokeOff = (why: string): AppError =>
  new AppError('service_unavailable', { message: `The source broke off: ${why}`, retry_after: 1 });

/**
 * Passes on exactly `length` bytes. A body that is longer or shorter ends with an error, which closes the connection,
 * so that none of its bytes are read as part of the next answer.
 */
export async function* exactLength(body: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const part of body) {
    sent += part.length;
    if (sent > length) throw brokeOff(`it sent more than the ${length} bytes that it had announced.`);
    yield part;
  }
  if (sent < length) throw brokeOff(`it ended after ${sent} of ${length} bytes.`);
}
