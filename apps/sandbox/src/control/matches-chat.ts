/** Members of a query that select the entries of an account or a chat; without them every entry fits. */
export interface ChatQuery {
  channel?: string | undefined;
  account?: string | undefined;
  /** With or without a leading `+`. */
  to?: string | undefined;
}

/** Whether an entry of the sandbox's memory fits the query. */
export function matchesChat(
  query: ChatQuery,
): (entry: { channel: string; account: string; to: string | null }) => boolean {
  const to = query.to?.replace(/^[+ ]/, '');
  return (entry) =>
    (query.channel === undefined || entry.channel === query.channel) &&
    (query.account === undefined || entry.account === query.account) &&
    (to === undefined || entry.to === to);
}
