const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => ({
  type: 'Buffer',
  data: Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
});

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

/** Replaces the bytes among an object's members before JSON.stringify reaches them. */
function replaceMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.values(value).some(isBytes)) return value;
  const replaced = Object.entries(value).map(([name, member]) => [name, isBytes(member) ? textOf(member) : member]);
  return Array.isArray(value) ? replaced.map(([, member]) => member) : Object.fromEntries(replaced);
}

/**
 * JSON that the client library's `BufferJSON.reviver` reads. Its own replacer gets a Buffer only after `Buffer.toJSON` has
 * made an array of its bytes: a stranger's message of ten megabytes would keep the process busy for seconds.
 */
export const writeWithBytes = (value: unknown): string =>
  JSON.stringify(isBytes(value) ? textOf(value) : value, replaceMembers);
