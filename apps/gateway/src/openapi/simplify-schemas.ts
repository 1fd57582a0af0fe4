import type { Part } from './shared-parts.ts';

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The bounds of safe integers carry no information. */
const isNoise = (key: string, value: unknown, of: Part): boolean =>
  ((key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) ||
  (key === 'pattern' && of.format === 'date-time');

/** A copy in which every part went through `change`, inner parts first. */
function rebuild(value: unknown, change: (part: Part) => Part): unknown {
  if (Array.isArray(value)) return value.map((element) => rebuild(element, change));
  if (!isPart(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rebuild(member, change)])));
}

export const withoutNoise = (value: unknown): unknown =>
  rebuild(value, (part) =>
    Object.fromEntries(Object.entries(part).filter(([key, member]) => !isNoise(key, member, part))),
  );

const GENERATED = /^#\/components\/schemas\/__schema\d+$/;

/** Replaces every unnamed recursive schema, which describes any JSON value, with a reference. */
export const nameJsonValue = (value: unknown): unknown =>
  rebuild(value, (part) =>
    typeof part.$ref === 'string' && GENERATED.test(part.$ref)
      ? { ...part, $ref: '#/components/schemas/JsonValue' }
      : part,
  );
