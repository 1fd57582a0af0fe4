/** Length of an automatic message, in characters, of two bytes in Arabic: Instagram takes 1,000 bytes. */
export const AUTOMATIC_MESSAGE_MAX = 500;
