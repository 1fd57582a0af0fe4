/**
 * Replaces undici's dispatcher for the client library and refuses every request. Otherwise the library would fetch URLs of the
 * network or of messages (history, app state snapshots, link previews), without limits and in a way in which a broken transfer
 * ends the process. None of them is needed here.
 */
// safe: fetch takes undici's dispatcher beside the standard's members, and calls this alone of it
export const FETCH_NOTHING = {
  dispatcher: {
    dispatch(): never {
      throw new Error('The client of a linked device fetches nothing by itself.');
    },
  },
} as unknown as RequestInit;
