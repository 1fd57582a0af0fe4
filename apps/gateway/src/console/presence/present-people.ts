import { type PresentPerson, SHOWN_PEOPLE } from '@parley/common/contracts/console/presence';

/** The last report of a tab, or an answer, about one person at one conversation. */
export interface PresenceSign {
  /** The member, or the session of an operator. */
  person: string;
  memberId: string | null;
  doing: 'looking' | 'writing' | 'left' | 'answered';
  /** When this process received it: clocks of other machines are not used. */
  heardMs: number;
}

/** A tab reports every 10 s: two lost reports are tolerated. */
const LOOKING_MS = 25_000;
/** A tab reports every 3 s while a member is writing. */
const WRITING_MS = 8_000;
const ANSWERED_MS = 60_000;
/** After this time every sign has expired. */
export const MAX_SIGN_MS = ANSWERED_MS;

const MAX_URGENT_FIRST = ['writing', 'away', 'looking'] as const;

/** Whether a tab is still at its conversation. */
export const isTabThere = ({ doing, heardMs }: Pick<PresenceSign, 'doing' | 'heardMs'>, nowMs: number): boolean =>
  (doing === 'looking' || doing === 'writing') && heardMs + LOOKING_MS > nowMs;

const urgencyOf = ({ doing, has_answered }: PresentPerson): number =>
  doing === 'looking' && has_answered ? MAX_URGENT_FIRST.indexOf('away') : MAX_URGENT_FIRST.indexOf(doing);

/** Combines all signs of one person; null if the person is absent. */
function personOf(signs: readonly PresenceSign[], nowMs: number): PresentPerson | null {
  const [first] = signs;
  if (!first) return null;
  const answeredMs = Math.max(
    ...signs.map(({ doing, heardMs }) => (doing === 'answered' ? heardMs : Number.NEGATIVE_INFINITY)),
  );
  const has_answered = answeredMs + ANSWERED_MS > nowMs;
  // An answer ends the writing that preceded it.
  const isWriting = signs.some(
    ({ doing, heardMs }) => doing === 'writing' && heardMs + WRITING_MS > nowMs && heardMs > answeredMs,
  );
  const isThere = signs.some((sign) => isTabThere(sign, nowMs));
  if (!isThere && !has_answered) return null;
  const doing = isWriting ? 'writing' : isThere ? 'looking' : 'away';
  return { member_id: first.memberId, doing, has_answered };
}

/** The other people that a member sees at a conversation: those who write or answered come first; at most ten. */
export function peopleThere(
  signs: Iterable<PresenceSign>,
  { viewer, nowMs }: { viewer: string; nowMs: number },
): PresentPerson[] {
  const byPerson = new Map<string, PresenceSign[]>();
  for (const sign of signs) {
    if (sign.person !== viewer) byPerson.set(sign.person, [...(byPerson.get(sign.person) ?? []), sign]);
  }
  return [...byPerson]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, ofPerson]) => personOf(ofPerson, nowMs) ?? [])
    .toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
    .slice(0, SHOWN_PEOPLE);
}
