import type { Socket } from 'node:net';
import { type IsIn, networkOf } from './address-network.ts';

/** More than any one customer's system keeps open, and few enough that several such leave room for others. */
const MAX_PER_NETWORK = 1000;

/** What is used of a connection. */
type Connection = Pick<Socket, 'remoteAddress' | 'once' | 'destroy'>;

/**
 * Bounds the connections of each address; what is beyond is closed unread. Shared addresses are left out: a proxy's
 * connections are everybody's, and the process's own limit is their bound.
 */
export function makeConnectionCap(isShared: IsIn, max = MAX_PER_NETWORK): (socket: Connection) => void {
  const open = new Map<string, number>();
  const leave = (network: string): void => {
    const left = (open.get(network) ?? 1) - 1;
    if (left > 0) open.set(network, left);
    else open.delete(network);
  };
  return (socket) => {
    const { remoteAddress: address } = socket;
    if (address === undefined || isShared(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => leave(network));
    if (count > max) socket.destroy();
  };
}
