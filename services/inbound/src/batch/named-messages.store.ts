/** A message by the provider's id, its own or that of one of its parts. */
export interface NamedMessage {
  channelAccountId: number;
  providerMessageId: string;
}

/** The messages named by `$1` (accounts) and `$2` (provider ids), each once, with the positions of its names from 1. */
export const NAMED_MESSAGES = `
  (SELECT message_id, array_agg(ord)::int4[] AS ords
     FROM (SELECT ord, coalesce(
                  (SELECT o.id FROM messages o
                    WHERE o.channel_account_id = n.account_id AND o.provider_message_id = n.provider_id),
                  (SELECT p.message_id FROM message_parts p
                    WHERE p.channel_account_id = n.account_id AND p.provider_message_id = n.provider_id)) AS message_id
             FROM unnest($1::int4[], $2::text[]) WITH ORDINALITY AS n(account_id, provider_id, ord)) AS found
    GROUP BY message_id)`;

/** The messages in the order of their names; undefined where none is stored. */
export function inOrderOfNames<Message>(
  names: readonly unknown[],
  rows: readonly { ords: number[]; message: Message }[],
): (Message | undefined)[] {
  const found: (Message | undefined)[] = names.map(() => undefined);
  for (const { ords, message } of rows) for (const ord of ords) found[ord - 1] = message;
  return found;
}
