/**
 * Stands where the client library looks for undici's dispatcher, and lets nothing out. By itself the library would fetch what
 * the network or a message names (history, snapshots of the app state, previews of links), without bounds and in a way in
 * which a broken transfer ends the process. None of it is needed here.
 */
// safe: fetch takes undici's dispatcher beside the standard's members, and calls this alone of it
export const FETCH_NOTHING = {
  dispatcher: {
    dispatch(): never {
      throw new Error('The client of a linked device fetches nothing by itself.');
    },
  },
} as unknown as RequestInit;
