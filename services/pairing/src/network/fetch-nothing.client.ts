/**
 * Replaces undici's dispatcher for the client library and refuses every request. Otherwise the library would fetch URLs
 * of the network or of messages (history, app state snapshots, link previews), without limits, and a broken transfer
 * would end the process. None of them is needed here.
 */
// safe: fetch accepts undici's dispatcher in addition to the standard members, and only calls this one
export const FETCH_NOTHING = {
  dispatcher: {
    dispatch(): never {
      throw new Error('The client of a linked device fetches nothing by itself.');
    },
  },
} as unknown as RequestInit;
