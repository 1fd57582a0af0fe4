import { type JsonObject, objectOf, textOf } from '../http/json-walk.ts';
import type { InboundSender } from '../received/inbound-item.ts';

/** The person of an event, by the id that their comments also have; `from` is their handle. */
export function tiktokSender(content: JsonObject): InboundSender | null {
  const stableId = textOf(objectOf(content.from_user).id);
  const identifier = textOf(content.unique_identifier);
  const address = stableId ?? identifier;
  if (address === null) return null;
  const handle = textOf(content.from);
  const threadId = textOf(content.conversation_id);
  return {
    address,
    aliases: identifier !== null && identifier !== address ? [identifier] : [],
    name: null,
    username: handle === address ? null : handle,
    phone: null,
    ...(threadId === null ? {} : { threadId }),
  };
}
