import { z } from 'zod';
import { badBody } from './evolution-errors.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Programs send empty members for what their user left out. */
const givenOf = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => !isEmpty(value)));

function describe({ path, code, message }: z.core.$ZodIssue, body: unknown): string {
  let [within, value]: [string, unknown] = ['instance', body];
  for (const [at, part] of path.entries()) {
    // safe: only own members of an object are read
    const member =
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? (value as Record<PropertyKey, unknown>)[part]
        : undefined;
    if (at === path.length - 1 && code !== 'custom' && isEmpty(member))
      return `${within} requires property "${String(part)}"`;
    within += typeof part === 'number' ? `[${part}]` : `.${String(part)}`;
    value = member;
  }
  return `${within} ${message.startsWith('must ') ? message : `is not valid: ${message}`}`;
}

/** The fields of a body; empty ones count as absent, unknown ones are ignored. Errors: invalid_body. */
export function readFields<Shape extends z.ZodObject>(
  schema: Shape,
  body: Readonly<Record<string, unknown>>,
): z.output<Shape> {
  const given = givenOf(body);
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return parsed.data;
  throw badBody(parsed.error.issues.map((issue) => describe(issue, given)));
}

/** A text, or a number that a program wrote as one. */
export const Text = z.union([z.string(), z.number()]).transform(String);

export const MessageKey = z.object({
  id: z.string().min(1).max(255),
  remoteJid: z.string().max(255).optional(),
  fromMe: z.boolean().optional(),
});

/** Fields of every send. Members that change nothing on a linked phone are ignored. */
export const RECIPIENT = {
  number: Text,
  /** Milliseconds of typing before the message. */
  delay: z.coerce.number().min(0).optional(),
  quoted: z.object({ key: z.object({ id: z.string().max(255).optional() }).optional() }).optional(),
  mentioned: z.array(Text).max(50, 'must name at most 50 people').optional(),
  mentionsEveryOne: z.boolean().optional(),
  everyOne: z.boolean().optional(),
};
