/** The driver's export for callers that bind parameters themselves; its type package omits it. */
declare module 'pg/lib/utils.js' {
  /** The text or bytes of a parameter for the server. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
