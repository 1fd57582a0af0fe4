import { at } from '@parley/common/at';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../http/json-walk.ts';
import type { InboundSender } from '../received/inbound-item.ts';

/** The digits of a number in any notation; empty without one. */
export const digitsOf = (value: unknown): string => (textOf(value) ?? '').replaceAll(/\D/g, '');

/** `+` and digits of a wa_id; null when it is not a phone number. */
export const phoneOf = (waId: unknown): string | null => {
  const digits = /^\+?(\d+)$/.exec(textOf(waId) ?? '')?.[1];
  return digits === undefined ? null : `+${digits}`;
};

/**
 * The person of a message: by phone number, or if that is hidden by business-scoped id. `contacts` is matched by id,
 * never by position: it can be longer or shorter than the messages (docs/reference/wa.md#messages).
 */
export function personOf(contacts: unknown, ids: { waId: unknown; userId: unknown }): InboundSender | null {
  const known = listOf(contacts).filter(isObject);
  const waId = textOf(ids.waId);
  const userId = textOf(ids.userId);
  const anonymous = waId === null && userId === null;
  const contact: JsonObject =
    known.find((entry) => (waId !== null && entry.wa_id === waId) || (userId !== null && entry.user_id === userId)) ??
    (anonymous && known.length === 1 ? at(known, 0) : {});
  const profile = objectOf(contact.profile);
  const phone = phoneOf(waId) ?? phoneOf(contact.wa_id);
  // A value in place of a number that is not a number is treated as an id.
  const scopedId = userId ?? textOf(contact.user_id) ?? waId;
  const address = phone ?? scopedId;
  if (address === null) return null;
  const isBeside = scopedId !== null && scopedId !== address && phoneOf(scopedId) !== address;
  return {
    address,
    aliases: isBeside ? [scopedId] : [],
    name: textOf(profile.name),
    username: textOf(profile.username),
    phone,
    ...(isBeside ? { id: scopedId } : {}),
  };
}
