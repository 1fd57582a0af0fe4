import type { Sql } from '@parley/database/sql';
import type { AddressedItem } from '../domain/addressed.ts';
import { connectionOf, continueChat } from '../domain/continue-chat.ts';
import { connectionKey, findFirstConnections } from '../storage/connection-store.ts';

/** Puts items of later business connections into the chats of their owner's first one; only business chats cost a statement. */
export async function continueChats(sql: Sql, entries: readonly AddressedItem[]): Promise<readonly AddressedItem[]> {
  const connections = entries.map(connectionOf);
  const named = connections.filter((connection) => connection !== null);
  if (named.length === 0) return entries;
  const first = await findFirstConnections(sql, named);
  return entries.map((entry, index) => {
    const connection = connections[index];
    const firstId = connection ? first.get(connectionKey(connection)) : undefined;
    return firstId === undefined || firstId === connection?.connectionId ? entry : continueChat(entry, firstId);
  });
}
