import type { InboundItem } from '@parley/providers/inbound-item';

type ReactionItem = Extract<InboundItem, { kind: 'reaction' }>;

/** A stored reaction on a message; the emoji '' marks when the person last removed one. */
export interface StandingReaction {
  messageId: string;
  sender: string;
  emoji: string;
  at: Date;
}

export interface GivenReaction {
  /** The message with the reaction; null when it is not stored. */
  messageId: string | null;
  sender: string;
  /** On a removal null means any emoji. */
  emoji: string | null;
  action: ReactionItem['action'];
  /** Whether a person has at most one reaction per message: a new one replaces it. */
  isSingle: boolean;
  at: Date;
}

export type ReactionOutcome = 'changed' | 'repeated' | 'absent';

/** The new state of a person's reaction: set since `at`, or removed where that is null. */
export interface ReactionChange extends Omit<StandingReaction, 'at'> {
  at: Date | null;
}

export interface DecidedReactions {
  /** One per reaction, in the same order. */
  outcomes: ReactionOutcome[];
  /** One per reaction: the removed emojis, or the added one; empty when nothing changed. */
  emojis: string[][];
  /** One per message, person and emoji. */
  changes: ReactionChange[];
}

const TAKEN_BACK = '';

/** For one person on one message: the time of each emoji. */
type Standing = ReadonlyMap<string, Date>;
const keyOf = ({ messageId, sender }: { messageId: string | null; sender: string }): string => `${messageId} ${sender}`;

/** Whether a newer change is known, so that this one has no effect. */
const isLate = (standing: Standing, { emoji, isSingle, at }: GivenReaction): boolean =>
  [...standing].some(([other, since]) => since > at && (isSingle || other === TAKEN_BACK || other === emoji));

function add(standing: Standing, { emoji, isSingle, at }: GivenReaction): Standing {
  if (emoji === null) throw new TypeError('A reaction that is added has no emoji.');
  if (standing.has(emoji)) return standing;
  return new Map(isSingle ? [[emoji, at]] : [...standing, [emoji, at]]);
}

/** Keeps the mark even when nothing was removed, so that an older, late `added` has no effect. */
function takeBack(standing: Standing, { emoji, isSingle, at }: GivenReaction): Standing {
  const isMeant = (other: string) => other !== TAKEN_BACK && (emoji === null || isSingle || other === emoji);
  return new Map([...[...standing].filter(([other]) => !isMeant(other)), [TAKEN_BACK, at]]);
}

function changesOf(person: Pick<StandingReaction, 'messageId' | 'sender'>, before: Standing, after: Standing) {
  const gone = [...before.keys()].filter((emoji) => !after.has(emoji)).map((emoji) => ({ ...person, emoji, at: null }));
  const stands = [...after]
    .filter(([emoji, at]) => before.get(emoji)?.getTime() !== at.getTime())
    .map(([emoji, at]) => ({ ...person, emoji, at }));
  return [...gone, ...stands];
}

/**
 * Decides added and removed reactions on messages of either direction. Reactions of one person on one message are
 * decided in order, each on the result of the previous one.
 */
export function decideReactions(
  reactions: readonly GivenReaction[],
  standing: readonly StandingReaction[],
): DecidedReactions {
  const stored = new Map<string, Standing>();
  for (const reaction of standing) {
    const key = keyOf(reaction);
    stored.set(key, new Map([...(stored.get(key) ?? []), [reaction.emoji, reaction.at]]));
  }
  const people = new Map<string, Pick<StandingReaction, 'messageId' | 'sender'>>();
  const current = new Map(stored);
  const decide = (reaction: GivenReaction): { outcome: ReactionOutcome; emojis: string[] } => {
    const { messageId, sender, action, emoji } = reaction;
    if (messageId === null) return { outcome: 'absent', emojis: [] };
    const key = keyOf(reaction);
    const before = current.get(key) ?? new Map<string, Date>();
    if (isLate(before, reaction)) return { outcome: 'repeated', emojis: [] };
    const after = action === 'added' ? add(before, reaction) : takeBack(before, reaction);
    people.set(key, { messageId, sender });
    current.set(key, after);
    const emojis =
      action === 'removed'
        ? [...before.keys()].filter((other) => other !== TAKEN_BACK && !after.has(other))
        : emoji !== null && after !== before
          ? [emoji]
          : [];
    return { outcome: emojis.length > 0 ? 'changed' : 'repeated', emojis };
  };
  const decided = reactions.map(decide);
  const changes = [...people].flatMap(([key, person]) =>
    changesOf(person, stored.get(key) ?? new Map(), current.get(key) ?? new Map()),
  );
  return { outcomes: decided.map(({ outcome }) => outcome), emojis: decided.map(({ emojis }) => emojis), changes };
}
