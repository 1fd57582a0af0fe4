import { Instant } from '@parley/common/fields';
import type { Part } from './shared-parts.ts';

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The bounds of safe integers and the type of a member's name carry no information, and answers may get more members
 * at any time (docs/reference/requests.md#versions).
 */
const isNoise = (key: string, value: unknown, of: Part): boolean =>
  ((key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) ||
  (key === 'pattern' && of.format === 'date-time') ||
  (key === 'description' && value === Instant.description) ||
  (key === 'additionalProperties' && value === false) ||
  (key === 'propertyNames' && isPart(value) && value.type === 'string' && Object.keys(value).length === 1);

/** A copy in which every part went through `change`, inner parts first. */
function rebuild(value: unknown, change: (part: Part) => Part): unknown {
  if (Array.isArray(value)) return value.map((element) => rebuild(element, change));
  if (!isPart(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rebuild(member, change)])));
}

const isNull = (value: unknown): boolean => isPart(value) && value.type === 'null' && Object.keys(value).length === 1;

/** One type list instead of two alternatives, for a value of one type or null. */
function joinNull(part: Part): Part {
  const { anyOf, ...rest } = part;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isNull(anyOf[1]) || !isPart(anyOf[0])) return part;
  const [value] = anyOf;
  if (typeof value.type !== 'string' || 'enum' in value || 'const' in value) return part;
  return { ...value, ...rest, type: [value.type, 'null'] };
}

export const withoutNoise = (value: unknown): unknown =>
  rebuild(value, (part) =>
    joinNull(Object.fromEntries(Object.entries(part).filter(([key, member]) => !isNoise(key, member, part)))),
  );

const SCHEMAS = '#/components/schemas/';

/** A copy in which schemas are referred to by the names that `rename` gives them. */
const renameRefs = (value: unknown, rename: (name: string) => string): unknown =>
  rebuild(value, (part) =>
    typeof part.$ref === 'string' && part.$ref.startsWith(SCHEMAS)
      ? { ...part, $ref: `${SCHEMAS}${rename(part.$ref.slice(SCHEMAS.length))}` }
      : part,
  );

const GENERATED = /^__schema\d+$/;

/** Replaces every unnamed recursive schema, which describes any JSON value, with a reference. */
export const nameJsonValue = (value: unknown): unknown =>
  renameRefs(value, (name) => (GENERATED.test(name) ? 'JsonValue' : name));

const OUTPUT = 'Output';
type Schemas = Readonly<Record<string, unknown>>;

/** The names of schemas that are equal in requests and answers. */
function findSameBothWays(schemas: Schemas): ReadonlySet<string> {
  const same = new Set(Object.keys(schemas).filter((name) => `${name}${OUTPUT}` in schemas));
  const withoutSuffix = (name: string): string => {
    const plain = name.slice(0, -OUTPUT.length);
    return name.endsWith(OUTPUT) && same.has(plain) ? plain : name;
  };
  const text = (name: string): string => JSON.stringify(renameRefs(schemas[name], withoutSuffix));
  for (let before = -1; before !== same.size; ) {
    before = same.size;
    for (const name of same) if (text(name) !== text(`${name}${OUTPUT}`)) same.delete(name);
  }
  return same;
}

/** One schema where the generator made two that are equal, one for requests and one for answers. */
export function mergeOutputs<Document extends { components: { schemas: Part } }>(document: Document): Document {
  const same = findSameBothWays(document.components.schemas);
  const merged = new Map([...same].map((name) => [`${name}${OUTPUT}`, name]));
  const kept = Object.entries(document.components.schemas).filter(([name]) => !merged.has(name));
  const components = { ...document.components, schemas: Object.fromEntries(kept) };
  // safe: the same document with other references
  return renameRefs({ ...document, components }, (name) => merged.get(name) ?? name) as Document;
}
