import type { Socket } from 'node:net';

/** The proxy gave no tunnel. The message contains no user name and no password. */
export class ProxyFailed extends Error {
  override name = 'ProxyFailed';
}

/**
 * Reads one answer of a proxy; `lengthOf` returns its length, or null while more bytes are needed. Later bytes stay in the
 * socket: they are the target's. Never resolves when the socket closes first.
 */
export function readAnswer(socket: Socket, lengthOf: (bytes: Buffer) => number | null): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0);
    const read = (): void => {
      // A listener of `data` would leave the socket paused for its next reader.
      for (let part = take(socket); part; part = take(socket)) bytes = Buffer.concat([bytes, part]);
      try {
        const length = lengthOf(bytes);
        if (length === null) return;
        socket.off('readable', read);
        if (bytes.length > length) socket.unshift(bytes.subarray(length));
        resolve(bytes.subarray(0, length));
      } catch (error) {
        socket.off('readable', read);
        reject(error);
      }
    };
    socket.on('readable', read);
    read();
  });
}

/** The bytes that have arrived; null when there are none. */
// safe: the socket has no encoding
const take = (socket: Socket): Buffer | null => socket.read() as Buffer | null;
