import type { Message } from '../../conversation/conversation.ts';

type Vote = Pick<Message, 'message_id' | 'author' | 'reply_to' | 'received'>;

/** The votes of each option, by the message of the poll. */
export type Votes = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** The positions of the options that a vote names, by index or else by title. */
const indexesOf = (vote: Vote, titles: readonly string[]): number[] =>
  (vote.received?.poll_answer?.options ?? []).flatMap(({ index, title }) => {
    const at = index ?? titles.indexOf(title ?? '');
    return at < 0 ? [] : [at];
  });

/** Counts the newest vote of each person, in messages sorted newest first. A withdrawn vote counts for no option. */
export function countVotes(newestFirst: readonly (Vote & Pick<Message, 'content'>)[]): Votes {
  const votes = newestFirst.filter(
    ({ received, reply_to }) => received?.poll_answer !== undefined && reply_to !== null,
  );
  if (votes.length === 0) return new Map();
  const polls = new Map(
    newestFirst.flatMap(({ message_id, content }) =>
      content?.poll ? [[message_id, content.poll.options] as const] : [],
    ),
  );
  const counted = new Map<string, Map<number, number>>();
  const seen = new Set<string>();
  for (const vote of votes) {
    const poll = vote.reply_to ?? '';
    const voter = `${poll} ${vote.author ?? ''}`;
    if (seen.has(voter)) continue;
    seen.add(voter);
    const options = counted.get(poll) ?? new Map<number, number>();
    counted.set(poll, options);
    for (const index of indexesOf(vote, polls.get(poll) ?? [])) options.set(index, (options.get(index) ?? 0) + 1);
  }
  return counted;
}
