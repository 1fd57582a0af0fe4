import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { checkedLookup, forbidden } from './egress-agent.ts';
import type { EgressPolicy } from './egress-policy.ts';

/** A connected socket; `isOpened`: its peer lies in a range that an operator opened, where nothing has to be encrypted. */
export interface EgressSocket {
  socket: Socket;
  isOpened: boolean;
}

/**
 * Connects to a host that somebody gave us, under the same rules as {@link makeEgressAgent}: a literal is checked before, a name when it
 * is looked up for the socket, the peer once it is connected. Rejects with EgressError, and with the errors of the connection.
 */
export function connectEgress(
  policy: EgressPolicy,
  lookup: LookupFunction,
  { host, port, timeoutMs }: { host: string; port: number; timeoutMs: number },
): Promise<EgressSocket> {
  return new Promise((resolve, reject) => {
    if (isIP(host) && !policy.allows(host)) return reject(forbidden(host));
    const socket = connect({ host, port, lookup: checkedLookup(policy, lookup) });
    const timer = setTimeout(
      () => socket.destroy(new Error(`No connection to ${host} in ${timeoutMs} ms.`)),
      timeoutMs,
    );
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      const peer = socket.remoteAddress ?? '';
      if (policy.allows(peer)) {
        socket.removeAllListeners('error');
        return resolve({ socket, isOpened: policy.isOpened(peer) });
      }
      socket.destroy();
      reject(forbidden(peer));
    });
  });
}
