import type { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { badParameter, graphError } from '../graph-error.ts';

/** `message[quick_replies][0][title]`, as Graph names the member of a parameter. */
const nameOf = ([first, ...rest]: readonly PropertyKey[]): string =>
  `${String(first)}${rest.map((part) => `[${String(part)}]`).join('')}`;

/** Graph's refusal of a parameter, by the first thing that is wrong with it; `at` is the path to what was read. */
export function refuseIssue(issue: z.core.$ZodIssue | undefined, at: readonly PropertyKey[] = []): ProviderAnswer {
  const path = [...at, ...(issue?.path ?? [])];
  const name = nameOf(path);
  switch (issue?.code) {
    case 'unrecognized_keys':
      return badParameter(`Invalid keys "${issue.keys.join(', ')}" were found in param "${name}"`);
    case 'too_big':
      return issue.origin === 'array'
        ? graphError(105, { message: `(#105) param ${name} has too many elements.` })
        : badParameter(`Length of param ${name} must be less than or equal to ${issue.maximum}`);
    case 'too_small':
      return issue.origin === 'array'
        ? graphError(194, { message: `(#194) param ${name} has too few elements.` })
        : badParameter(`Param ${name} must be a non-empty UTF-8 encoded string`);
    case 'invalid_type':
      return badParameter(path.length === 1 ? `The parameter ${name} is required` : `Param ${name} is required`);
    default:
      return badParameter(`Param ${name} is not valid`);
  }
}
