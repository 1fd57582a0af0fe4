import type { z } from 'zod';

const oneOf = (values: readonly unknown[]): string => {
  const names = values.map(String);
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');
};

/**
 * The form that a variable must have, if its schema does not describe it. Undefined keeps the message of the schema
 * library.
 */
export const ruleOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string'
        ? `must have at least ${issue.minimum} characters`
        : `must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`;
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : `must be a ${issue.expected}`;
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}`;
    case 'invalid_format':
      return issue.format === 'url' ? 'must be an address such as https://parley.example' : undefined;
    default:
      return undefined;
  }
};

/** One sentence for each variable: its name and its first broken rule, never its value, which may be a secret. */
export function describeVariables(issues: readonly z.core.$ZodIssue[]): string {
  const sentences = new Map<string, string>();
  for (const { path, message } of issues) {
    const name = String(path[0]);
    const rule = message.startsWith('must ') ? ` ${message}` : `: ${message}`;
    if (!sentences.has(name)) sentences.set(name, `${name}${rule}.`);
  }
  return [...sentences.values()].join('\n');
}
