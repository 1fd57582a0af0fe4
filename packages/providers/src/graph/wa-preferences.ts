import { listOf, objectOf, textOf, timeOf } from '../http/json-walk.ts';
import type { InboundItem } from '../received/inbound-item.ts';
import { personOf } from './wa-person.ts';

/** Whether each choice opts the person out; `signup` comes from a link that subscribes to marketing messages. */
const OPTS_OUT: ReadonlyMap<string, boolean> = new Map([
  ['stop', true],
  ['resume', false],
  ['signup', false],
]);

/**
 * `user_preferences`: people who stopped marketing messages of the number in WhatsApp, or resumed them
 * (docs/reference/wa.md#marketing-preferences). Other categories and values have no items.
 */
export function parsePreferences(field: string, value: unknown, receivedAt: Date): InboundItem[] {
  if (field !== 'user_preferences') return [];
  const { metadata, contacts, user_preferences: preferences } = objectOf(value);
  const externalId = textOf(objectOf(metadata).phone_number_id);
  if (externalId === null) return [];
  return listOf(preferences).flatMap((given): InboundItem[] => {
    const { category, value: chosen, wa_id: waId, user_id: userId, timestamp } = objectOf(given);
    const isOptedOut = category === 'marketing_messages' ? OPTS_OUT.get(textOf(chosen) ?? '') : undefined;
    const from = personOf(contacts, { waId, userId });
    if (isOptedOut === undefined || from === null) return [];
    const account = { channel: 'wa' as const, externalId };
    return [{ kind: 'preference', account, at: timeOf(timestamp) ?? receivedAt, from, isOptedOut }];
  });
}
