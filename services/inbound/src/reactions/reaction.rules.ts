import type { InboundItem } from '@parley/providers/received/inbound-item';

type ReactionItem = Extract<InboundItem, { kind: 'reaction' }>;

/** A stored reaction on a message; the emoji '' marks when the person last removed one, {@link PICTURE} is a picture. */
export interface StandingReaction {
  messageId: string;
  sender: string;
  emoji: string;
  pictureUrl: string | null;
  at: Date;
}

export interface GivenReaction {
  /** The message with the reaction; null when it is not stored. */
  messageId: string | null;
  sender: string;
  /** On a removal null means any emoji. */
  emoji: string | null;
  /** The address of a picture, whose emoji is {@link PICTURE}. */
  pictureUrl: string | null;
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
  /** One per reaction: the removed ones, or the added one; empty when nothing changed. */
  changed: ShownReaction[][];
  /** One per message, person and emoji. */
  changes: ReactionChange[];
}

const TAKEN_BACK = '';
/** Stored in place of an emoji: a person has at most one picture on a message (tt). */
export const PICTURE = 'picture';

/** A reaction as its event shows it: an emoji, or a picture. */
export type ShownReaction = { emoji: string } | { emoji: null; pictureUrl: string };

interface ReactionSet {
  at: Date;
  pictureUrl: string | null;
}
/** When one person set each emoji on one message. */
type Standing = ReadonlyMap<string, ReactionSet>;
const keyOf = ({ messageId, sender }: { messageId: string | null; sender: string }): string => `${messageId} ${sender}`;

/** Whether a newer change is known, so that this one has no effect. */
const isLate = (standing: Standing, { emoji, isSingle, at }: GivenReaction): boolean =>
  [...standing].some(([other, set]) => set.at > at && (isSingle || other === TAKEN_BACK || other === emoji));

function add(standing: Standing, { emoji, pictureUrl, isSingle, at }: GivenReaction): Standing {
  if (emoji === null) throw new TypeError('A reaction that is added has no emoji.');
  if (standing.has(emoji)) return standing;
  const set = { at, pictureUrl };
  return new Map(isSingle ? [[emoji, set]] : [...standing, [emoji, set]]);
}

/** Keeps the mark even when nothing was removed, so that an older, late `added` has no effect. */
function takeBack(standing: Standing, { emoji, isSingle, at }: GivenReaction): Standing {
  const isMeant = (other: string) => other !== TAKEN_BACK && (emoji === null || isSingle || other === emoji);
  return new Map([...[...standing].filter(([other]) => !isMeant(other)), [TAKEN_BACK, { at, pictureUrl: null }]]);
}

function changesOf(person: Pick<StandingReaction, 'messageId' | 'sender'>, before: Standing, after: Standing) {
  const gone = [...before.keys()]
    .filter((emoji) => !after.has(emoji))
    .map((emoji) => ({ ...person, emoji, pictureUrl: null, at: null }));
  const stands = [...after]
    .filter(([emoji, { at }]) => before.get(emoji)?.at.getTime() !== at.getTime())
    .map(([emoji, set]) => ({ ...person, emoji, ...set }));
  return [...gone, ...stands];
}

const shownOf = ([emoji, { pictureUrl }]: readonly [string, ReactionSet]): ShownReaction =>
  pictureUrl === null ? { emoji } : { emoji: null, pictureUrl };

/** The reactions that a change took away, or added. */
const shownChange = (action: GivenReaction['action'], before: Standing, after: Standing): ShownReaction[] => {
  const [from, to] = action === 'removed' ? [before, after] : [after, before];
  return [...from].filter(([emoji]) => emoji !== TAKEN_BACK && !to.has(emoji)).map(shownOf);
};

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
    const { emoji, at, pictureUrl } = reaction;
    stored.set(key, new Map([...(stored.get(key) ?? []), [emoji, { at, pictureUrl }]]));
  }
  const people = new Map<string, Pick<StandingReaction, 'messageId' | 'sender'>>();
  const current = new Map(stored);
  const decide = (reaction: GivenReaction): { outcome: ReactionOutcome; changed: ShownReaction[] } => {
    const { messageId, sender, action } = reaction;
    if (messageId === null) return { outcome: 'absent', changed: [] };
    const key = keyOf(reaction);
    const before: Standing = current.get(key) ?? new Map();
    if (isLate(before, reaction)) return { outcome: 'repeated', changed: [] };
    const after = action === 'added' ? add(before, reaction) : takeBack(before, reaction);
    people.set(key, { messageId, sender });
    current.set(key, after);
    const changed = shownChange(action, before, after);
    return { outcome: changed.length > 0 ? 'changed' : 'repeated', changed };
  };
  const decided = reactions.map(decide);
  const changes = [...people].flatMap(([key, person]) =>
    changesOf(person, stored.get(key) ?? new Map(), current.get(key) ?? new Map()),
  );
  return { outcomes: decided.map(({ outcome }) => outcome), changed: decided.map(({ changed }) => changed), changes };
}
