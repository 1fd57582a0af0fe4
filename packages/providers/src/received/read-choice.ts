import type { Interactive } from '@parley/common/events';
import { cleanText } from '@parley/common/text/clean-text';
import { isTooDeep, mapTexts } from '../http/json-depth.ts';
import { isObject } from '../http/json-walk.ts';

/** Longest JSON of a form that is parsed, in UTF-16 units; a longer one stays a text in the attachment. */
const MAX_DATA_LENGTH = 65_536;

/** A choice of a person; members that are not given are unknown. */
export const choice = (
  type: Interactive['type'],
  given: { id: string | null; title: string | null; data?: Interactive['data'] },
): Interactive => ({ type, id: given.id, title: given.title, data: given.data ?? null });

/** The fields of a form, which platforms send as a JSON text; null when it is not an object within the limits. */
export function readFormData(text: string | null): Interactive['data'] {
  if (text === null || text.length > MAX_DATA_LENGTH) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isObject(parsed) || isTooDeep(parsed)) return null;
    // safe: parsed from JSON, and strings stay strings
    return mapTexts(parsed, cleanText) as Interactive['data'];
  } catch {
    return null;
  }
}
