/** A key of 128 random bits. Unlike `randomUUID` this works on a page that was not loaded over TLS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
