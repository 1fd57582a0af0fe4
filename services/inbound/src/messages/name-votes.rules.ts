import type { PollAnswer } from '@parley/common/received-content';
import type { ItemOf } from '../batch/addressed.rules.ts';

type Vote = PollAnswer['options'][number];

/** Whether the provider names only one of the position and the title of an option. */
export const isHalfNamed = ({ item }: { item: ItemOf<'message'> | ItemOf<'echo'> }): boolean =>
  item.kind === 'message' &&
  (item.pollAnswer?.options ?? []).some(({ index, title }) => index === null || title === null);

function complete({ index, title }: Vote, options: readonly string[]): Vote {
  const found = title === null ? -1 : options.indexOf(title);
  return {
    index: index ?? (found < 0 ? null : found),
    title: title ?? (index === null ? null : (options[index] ?? null)),
  };
}

/**
 * A vote with the positions and titles of its options, from the options of the poll; its text is the titles, where the
 * provider gives none.
 */
export function nameVotes(item: ItemOf<'message'>, options: readonly string[]): ItemOf<'message'> {
  const votes = (item.pollAnswer?.options ?? []).map((vote) => complete(vote, options));
  const text = item.text || votes.flatMap(({ title }) => title ?? []).join(', ');
  return { ...item, text, pollAnswer: { options: votes } };
}
