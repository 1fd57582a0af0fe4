import type { FieldProblem } from '@parley/common/errors';
import type { z } from 'zod';
import { type InputShape, membersOf, unwrap } from './input-shape.ts';

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

interface Located {
  field: string;
  schema: z.core.$ZodType | null;
  value: unknown;
}

/**
 * The field that an issue is about: its path as deep as the schema has named members, without indexes
 * (docs/reference/requests.md#fields).
 */
function locate(shape: InputShape, path: readonly PropertyKey[], input: unknown): Located {
  const names: string[] = [];
  let members: Record<string, z.core.$ZodType> | null = shape.fields;
  let schema: z.core.$ZodType | null = null;
  let value = input;
  for (const part of path) {
    if (!members || typeof part !== 'string') break;
    const next: z.core.$ZodType | undefined = Object.hasOwn(members, part) ? members[part] : undefined;
    if (!next) break;
    names.push(part);
    schema = next;
    // safe: only read as an object when it is one
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined;
    members = membersOf(next);
  }
  return { field: names.join('.'), schema, value };
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

function describeInvalid({ field, value }: Located, issue: Issue): string {
  if (issue.message.startsWith(`${field} `)) return issue.message;
  const element = issue.path.some((part) => typeof part === 'number');
  const given = !element && Array.isArray(value) && issue.code === 'invalid_type' ? ', given once' : '';
  return `${element ? `Every element of ${field}` : field} ${describeRule(issue)}${given}.`;
}

const isMissing = (issue: Issue, { value }: Located): boolean =>
  issue.code === 'custom' ? issue.params?.missing === true : value === undefined;

function describeIssue(shape: InputShape, input: unknown, issue: Issue): FieldProblem {
  const located = locate(shape, issue.path, input);
  const missing = isMissing(issue, located);
  const code = `${missing ? 'missing' : 'invalid'}_${located.field.replaceAll('.', '_') || 'body'}`;
  const message = missing ? describeMissing(located, issue) : describeInvalid(located, issue);
  return { field: located.field, code, message };
}

/** Position of a field among the contract's fields, nested ones after their parent. */
function rankOf(shape: InputShape, field: string): number {
  const [top = '', inner] = field.split('.');
  const at = shape.keys.indexOf(top);
  const within = inner === undefined ? 0 : (shape.nested.get(top)?.indexOf(inner) ?? 0) + 1;
  return (at < 0 ? shape.keys.length : at) * 1000 + within;
}

/**
 * Every field problem once, in the order of the contract's fields; the first one names the answer
 * (docs/reference/requests.md#fields).
 */
export function describeProblems(shape: InputShape, input: unknown, issues: readonly Issue[]): FieldProblem[] {
  const byField = new Map<string, FieldProblem>();
  for (const issue of issues) {
    const problem = describeIssue(shape, input, issue);
    if (!byField.has(problem.field)) byField.set(problem.field, problem);
  }
  return [...byField.values()].sort((a, b) => rankOf(shape, a.field) - rankOf(shape, b.field));
}
