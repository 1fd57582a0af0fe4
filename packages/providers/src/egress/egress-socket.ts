import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { checkedLookup, forbidden } from './egress-connector.ts';
import { closed, type EgressPolicy } from './egress-policy.ts';

/** A connected socket; `isOpened`: its peer is in a range that an operator opened, where encryption is not required. */
export interface EgressSocket {
  socket: Socket;
  isOpened: boolean;
}

/**
 * Connects to a user-provided host, under the same rules as makeEgressConnector: a literal address is checked
 * before, a name when it is resolved for the socket, the peer once it is connected. Rejects with EgressError, and with
 * the errors of the connection.
 */
export function connectEgress(
  policy: EgressPolicy,
  lookup: LookupFunction,
  { host, port, timeoutMs }: { host: string; port: number; timeoutMs: number },
): Promise<EgressSocket> {
  return new Promise((resolve, reject) => {
    // The sandbox's own servers are no user's choice.
    if (policy.closedTo) return reject(closed());
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
