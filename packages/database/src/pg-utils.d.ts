/** What the driver exports for those who bind parameters themselves; its type package leaves it out. */
declare module 'pg/lib/utils.js' {
  /** A parameter in the text, or the bytes, that the server reads. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
