/** Longest untrusted title, in UTF-16 units; a longer one would fill the thread. */
const SHOWN_MAX = 300;

/** Cuts a text of any length, never within a surrogate pair. */
export const cutText = (text: string, most = SHOWN_MAX): string =>
  text.length <= most ? text : `${[...text.slice(0, most)].slice(0, -1).join('')}…`;
