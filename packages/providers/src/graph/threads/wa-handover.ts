import { isObject, objectOf, textOf, timeOf } from '../../http/json-walk.ts';
import type { InboundItem, WebhookAccount } from '../../received/inbound-item.ts';
import { personOf } from '../wa-person.ts';

/** The summary that Meta writes for the app that continues a conversation; null without one. */
export const waSummary = (context: unknown): string | null => textOf(objectOf(objectOf(context).summary).text);

const CHANGES = [
  { key: 'control_passed', change: 'passed', owner: 'ours' },
  { key: 'control_taken', change: 'taken', owner: 'theirs' },
] as const;

/** The last millisecond of a second: the platform reports hand-overs and messages in whole seconds. */
const SECOND_END_MS = 999;

/**
 * `messaging_handovers`: `control_passed` goes to the app that gets the thread, `control_taken` to the one that loses it
 * (docs/reference/threads.md#reports). Without a sender it cannot be applied, and is stored unchanged.
 */
export function parseHandover(value: unknown, raw: unknown, receivedAt: Date): InboundItem[] {
  const { sender, recipient, timestamp, ...parts } = objectOf(value);
  const externalId = textOf(objectOf(recipient).phone_number_id);
  const from = personOf([], { waId: objectOf(sender).phone_number, userId: objectOf(sender).user_id });
  const found = CHANGES.find(({ key }) => isObject(parts[key]));
  if (externalId === null || from === null || !found) return [{ kind: 'notice', topic: 'messaging_handovers', raw }];
  const account: WebhookAccount = { channel: 'wa', externalId };
  const facts = objectOf(parts[found.key]);
  const at = timeOf(timestamp);
  return [
    {
      kind: 'thread',
      account,
      at: at === null ? receivedAt : new Date(at.getTime() + SECOND_END_MS),
      from,
      change: found.change,
      owner: found.owner,
      role: textOf(facts.new_owner_role),
      previousRole: textOf(facts.previous_owner_role),
      appId: null,
      previousAppId: null,
      metadata: textOf(facts.metadata),
      summary: waSummary(facts.conversation_context),
      raw,
    },
  ];
}
