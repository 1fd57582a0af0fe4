/** Longer texts that begin with a slash are no search. */
const QUERY_MAX = 60;

/** The query for canned replies: the text after a `/` at the beginning of an answer; null elsewhere. */
export function cannedQuery(text: string): string | null {
  if (!text.startsWith('/') || text.length > QUERY_MAX || text.includes('\n')) return null;
  return text.slice(1).trim();
}
