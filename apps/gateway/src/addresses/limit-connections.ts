import type { Socket } from 'node:net';
import { type IsIn, networkOf } from './address-network.ts';

/**
 * Exceeds the number that one customer's system keeps open, and is low enough that several such systems leave some for
 * others.
 */
const MAX_PER_NETWORK = 1000;

/** The members of a connection that are used. */
type Connection = Pick<Socket, 'remoteAddress' | 'once' | 'destroy'>;

/**
 * Limits the open connections of each address; further ones are closed unread. Shared addresses are not limited, because
 * their connections belong to many callers; the limit of the process applies to them.
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
