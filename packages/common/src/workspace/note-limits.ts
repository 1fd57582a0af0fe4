/** Maximum length of a note, in UTF-16 units (docs/reference/console.md#notes). */
export const NOTE_MAX = 5000;
/** The maximum number of members that a note mentions. */
export const MENTIONS_MAX = 20;

/** Maximum lengths of a canned reply, in UTF-16 units (docs/reference/console.md#canned-replies). */
export const REPLY_TITLE_MAX = 60;
export const REPLY_TEXT_MAX = 2000;
