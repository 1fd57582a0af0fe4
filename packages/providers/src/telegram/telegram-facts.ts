import type { Referral } from '@parley/common/messages/received-content';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../http/json-walk.ts';
import type { ReceivedFacts } from '../received/inbound-item.ts';
import { referral } from '../received/read-referral.ts';
import { idOf } from './telegram-person.ts';

/** The message that the person's app sends after a start link; a person can also type it. */
const START = /^\/start(?:@\w{1,64})? ([\w-]{1,64})$/;

function startOf(text: string | null): Referral | null {
  const [, ref] = START.exec(text ?? '') ?? [];
  return ref === undefined ? null : referral('link', { ref });
}

/** The mentioned people: `@` and the user name, or the id of a person without one. */
function mentionsIn(text: string, entities: unknown): string[] {
  return listOf(entities)
    .filter(isObject)
    .flatMap(({ type, offset, length, user }) => {
      if (type === 'text_mention') return idOf(objectOf(user).id) ?? [];
      if (type !== 'mention' || typeof offset !== 'number' || typeof length !== 'number') return [];
      const name = text.slice(offset, offset + length);
      return name.startsWith('@') && name.length > 1 ? [name] : [];
    });
}

/** The facts about a message besides its content (docs/reference/tg.md#updates). */
export function telegramFacts(message: JsonObject): ReceivedFacts {
  const text = textOf(message.text);
  const started = startOf(text);
  const mentions =
    text === null
      ? mentionsIn(textOf(message.caption) ?? '', message.caption_entities)
      : mentionsIn(text, message.entities);
  return {
    ...(started ? { referral: started } : {}),
    ...(isObject(message.forward_origin) ? { forwarded: true as const } : {}),
    ...(mentions.length > 0 ? { mentions } : {}),
  };
}
