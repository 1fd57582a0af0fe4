/** Capabilities and acts disagree: a test compares the two tables, so that this is never reached. */
export function absentAct(): never {
  throw new Error('The channel has no such act, although its capabilities name it.');
}
