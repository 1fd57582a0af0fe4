import type { FactData } from '@parley/common/notification-kinds';
import type { News } from '../push/plan-push.rules.ts';
import type { Fact } from './plan-notifications.rules.ts';

/** The news that a browser gets from a fact; null: none. */
export function newsOfFact({ kind, data }: Fact): News | null {
  if (kind !== 'hand_over' && kind !== 'mention') return null;
  const given = data as FactData['mention']; // safe: of a hand-over only the conversation is read
  const conversationId = given.conversation_id;
  return kind === 'mention' ? { kind, conversationId, memberId: given.member_id } : { kind, conversationId };
}
