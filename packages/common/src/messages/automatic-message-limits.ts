/**
 * Length of an automatic message, in characters. An Arabic character has two bytes, and Instagram accepts 1,000 bytes.
 */
export const AUTOMATIC_MESSAGE_MAX = 500;
