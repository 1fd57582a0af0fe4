import type { FieldProblem } from '@parley/common/errors';
import type { z } from 'zod';
import { elementOf, type InputShape, membersOf, unwrap } from './input-shape.ts';

type Issue = z.core.$ZodIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'must be a time in ISO 8601, UTC, such as 2026-01-31T12:00:00Z',
};

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'elements' };

/** Parts of a path in a field's name; a deeper problem is reported at this depth. */
const DEPTH_MAX = 8;
/** A list can have thousands of elements with the same problem. */
const PROBLEMS_PER_LIST = 10;
/** Members of free JSON that are named: the caller chose them, and they go into a message. */
const PLAIN_NAME = /^\w{1,40}$/;

interface Located {
  /** The path as deep as the schema has named members, without elements: the field's code and its place in the order. */
  name: string;
  /** The whole path: `buttons[0].title`. */
  field: string;
  schema: z.core.$ZodType | null;
  value: unknown;
  isInElement: boolean;
}

// safe: only own members are read, and an element's index is one
const memberOf = (value: unknown, part: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, part)
    ? (value as Record<string | number, unknown>)[part]
    : undefined;

/** The field that an issue is about (docs/reference/requests.md#fields). */
function locate(shape: InputShape, path: readonly PropertyKey[], input: unknown): Located {
  const found: Located = { name: '', field: '', schema: null, value: input, isInElement: false };
  let members: Record<string, z.core.$ZodType> | null = shape.fields;
  for (const part of path.slice(0, DEPTH_MAX)) {
    if (typeof part === 'symbol') break;
    const isNamed: boolean = typeof part === 'string' && members !== null && Object.hasOwn(members, part);
    const next: z.core.$ZodType | null =
      typeof part === 'number'
        ? found.schema && elementOf(found.schema)
        : isNamed && members
          ? (members[part] ?? null)
          : null;
    if (typeof part === 'number') {
      if (found.field === '') break;
      found.field += `[${part}]`;
      found.isInElement = true;
    } else {
      // A member of free JSON or a key of a record.
      if (!next && (found.field === '' || !PLAIN_NAME.test(part))) break;
      found.field += found.field === '' ? part : `.${part}`;
      if (next && !found.isInElement) found.name = found.field;
    }
    found.schema = next;
    found.value = memberOf(found.value, part);
    members = next && membersOf(next);
  }
  return found;
}

const choicesOf = (schema: z.core.$ZodType | null): string | null => {
  const values = schema ? unwrap(schema)._zod.values : undefined;
  return values && values.size > 1 ? [...values].map(String).join(', ') : null;
};

function describeMissing({ field, schema }: Located, issue: Issue): string {
  if (issue.code === 'custom') return issue.message;
  const choices = choicesOf(schema);
  if (choices) return `${field} is required: one of ${choices}.`;
  return `${field} is required.`;
}

function describeBound(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const unit = UNITS[issue.origin];
  if (issue.code === 'too_big') {
    return unit ? `must have at most ${issue.maximum} ${unit}` : `must be at most ${issue.maximum}`;
  }
  if (!unit) return `must be at least ${issue.minimum}`;
  return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} ${unit}`;
}

/** The problem, as the rest of a sentence whose subject is the field. */
function describeRule(issue: Issue): string {
  if (issue.message.startsWith('must ')) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_big':
    case 'too_small':
      return describeBound(issue);
    case 'invalid_format':
      return FORMATS[issue.format] ?? `must be a valid ${issue.format}`;
    default:
      return 'is not valid';
  }
}

function describeInvalid({ field, name, value, isInElement }: Located, issue: Issue): string {
  if (issue.message.startsWith(`${name} `)) return issue.message;
  const given = !isInElement && Array.isArray(value) && issue.code === 'invalid_type' ? ', given once' : '';
  return `${field} ${describeRule(issue)}${given}.`;
}

/** Blank members of elements are not pruned as those of the request are: null counts as missing here. */
const isAbsent = ({ value, isInElement, field }: Located): boolean =>
  value === undefined || (isInElement && value === null && !field.endsWith(']'));

const isMissing = (issue: Issue, located: Located): boolean =>
  issue.code === 'custom' ? issue.params?.missing === true : isAbsent(located);

function describeIssue(located: Located, issue: Issue): FieldProblem {
  const { field, name, isInElement } = located;
  const missing = isMissing(issue, located);
  const message = missing ? describeMissing(located, issue) : describeInvalid(located, issue);
  // The code of an element, and of what is in it, is that of its list.
  const code = `${missing && !isInElement ? 'missing' : 'invalid'}_${name.replaceAll('.', '_') || 'body'}`;
  return { field, code, message };
}

/** Position of a field, by its name, among the contract's fields, nested ones after their parent. */
function rankOf(shape: InputShape, name: string): number {
  const [top = '', inner] = name.split('.');
  const at = shape.keys.indexOf(top);
  const within = inner === undefined ? 0 : (shape.nested.get(top)?.indexOf(inner) ?? 0) + 1;
  return (at < 0 ? shape.keys.length : at) * 1000 + within;
}

/**
 * Every field problem once, in the order of the contract's fields; the first one names the answer
 * (docs/reference/requests.md#fields).
 */
export function describeProblems(shape: InputShape, input: unknown, issues: readonly Issue[]): FieldProblem[] {
  const byField = new Map<string, { problem: FieldProblem; rank: number }>();
  const inList = new Map<string, number>();
  for (const issue of issues) {
    const located = locate(shape, issue.path, input);
    const { field, name, isInElement } = located;
    if (byField.has(field)) continue;
    if (isInElement) {
      const count = (inList.get(name) ?? 0) + 1;
      if (count > PROBLEMS_PER_LIST) continue;
      inList.set(name, count);
    }
    byField.set(field, { problem: describeIssue(located, issue), rank: rankOf(shape, name) });
  }
  return [...byField.values()].sort((a, b) => a.rank - b.rank).map(({ problem }) => problem);
}
