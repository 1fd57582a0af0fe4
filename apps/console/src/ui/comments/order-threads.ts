interface Threaded {
  comment_id: string;
  parent_id: string | null;
}

/**
 * Groups the comments of a page into threads: each reply below its parent, oldest first; the threads keep their order.
 * A reply whose parent is on no page, or is itself, starts a thread.
 */
export function orderThreads<T extends Threaded>(newestFirst: readonly T[]): T[] {
  const ids = new Set(newestFirst.map(({ comment_id }) => comment_id));
  const isRoot = ({ parent_id }: T): boolean => parent_id === null || !ids.has(parent_id);
  const oldestFirst = newestFirst.toReversed();
  const ordered = new Set<T>();
  function add(comment: T): void {
    if (ordered.has(comment)) return;
    ordered.add(comment);
    for (const reply of oldestFirst) if (reply.parent_id === comment.comment_id) add(reply);
  }
  for (const comment of newestFirst) if (isRoot(comment)) add(comment);
  for (const comment of newestFirst) add(comment);
  return [...ordered];
}
