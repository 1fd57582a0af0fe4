/** Characters of a title that a stranger chose; longer ones would fill the thread. */
const SHOWN_MAX = 300;

/** The beginning of a text that may be of any length, without half a character. */
export const cutText = (text: string, most = SHOWN_MAX): string =>
  text.length <= most ? text : `${[...text.slice(0, most)].slice(0, -1).join('')}…`;
