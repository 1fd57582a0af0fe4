const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isByteList = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255);

/** Replaces the three forms in which versions of the client library and its users have written bytes. */
function revive(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  if (value.type === 'Buffer') {
    if (typeof value.data === 'string') return Buffer.from(value.data, 'base64');
    if (isByteList(value.data)) return Buffer.from(value.data);
  }
  const names = Object.keys(value);
  if (names.length === 0 || !names.every((name) => /^\d+$/.test(name))) return value;
  const bytes = Object.values(value);
  return isByteList(bytes) ? Buffer.from(bytes) : value;
}

/**
 * A value of the client library from its JSON text, with its bytes; undefined when the text is no JSON. A text of a text
 * is read twice: Evolution API writes its values so.
 */
export function readStoredValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text, revive);
    return typeof value === 'string' && /^\s*[{["]/.test(value) ? JSON.parse(value, revive) : value;
  } catch {
    return undefined;
  }
}
