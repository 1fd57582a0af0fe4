const MASK = '•••';
const TEXT_MAX = 100;
const LIST_MAX = 20;
const DEPTH_MAX = 4;
const BODY_MAX = 2000;
/** A longer number could be a phone's. */
const NUMBER_MAX = 999_999;

/**
 * Fields whose values say nothing of a person and open nothing. Everything else shows only that it was given: the log outlives
 * the erasure of a person, and texts may hold secrets.
 */
const SHOWN = new Set([
  'action',
  'after',
  'channel',
  'comment_id',
  'conversation_id',
  'event',
  'language',
  'limit',
  'media_type',
  'message_id',
  'platform',
  'status',
  'template',
  'template_language',
  'template_name',
  'type',
]);

function describeValue(name: string, value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value;
  const isShown = SHOWN.has(name);
  if (typeof value === 'number') return isShown || Math.abs(value) <= NUMBER_MAX ? value : MASK;
  if (typeof value === 'string') return isShown && value.length <= TEXT_MAX ? value : MASK;
  if (typeof value !== 'object' || depth > DEPTH_MAX) return MASK;
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map((entry) => describeValue(name, entry, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, describeValue(key, inner, depth + 1)]));
}

/** The fields of a request as the log keeps them: JSON, or its beginning. */
export const describeFields = (fields: Readonly<Record<string, unknown>> | null): string =>
  fields === null ? '' : JSON.stringify(describeValue('', fields, 0)).slice(0, BODY_MAX);
