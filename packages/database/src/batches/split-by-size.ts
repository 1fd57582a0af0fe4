/** Limits of one part; `maxBytes` counts the JSON of its items. */
export interface PartLimits {
  maxItems: number;
  maxBytes: number;
}

/**
 * Splits items, in order, into parts within the limits; an item over the limit is a separate part. An item is measured
 * when its part is read: a long list does not block the process.
 */
export function* splitBySize<T>(items: readonly T[], { maxItems, maxBytes }: PartLimits): Generator<T[]> {
  let part: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item));
    if (part.length > 0 && (part.length >= maxItems || bytes + size > maxBytes)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(item);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
