import { z } from 'zod';
import { boundsOf } from './bounds-of.ts';
import { cutToBounds, type Oversize } from './cut-to-bounds.ts';

const bounded = new WeakSet<z.core.$ZodType>();

/** Whether {@link boundInput} made the schema. */
export const isBounded = (schema: z.core.$ZodType): boolean => bounded.has(schema);

const isDeclared = (found: Oversize): boolean => found.isDeclared;
const issueOf = ({ issue }: Oversize): z.core.$ZodRawIssue => issue;

/**
 * The same schema, which checks the sizes of a value before everything else. Zod alone still runs the patterns and
 * rules of a string that is too long, and parses every entry of a record: a megabyte could take seconds. Every
 * contract's input is such a schema (define-contract.ts).
 */
export function boundInput<T extends z.core.$ZodType>(schema: T): T {
  if (bounded.has(schema)) return schema;
  const made = z.core.clone(schema, schema._zod.def, { parent: true });
  const { run } = made._zod;
  made._zod.run = (payload, context) => {
    const found: Oversize[] = [];
    const value = cutToBounds(boundsOf(schema), payload.value, [], found);
    if (found.length === 0) return run(payload, context);
    // The other fields are parsed as well, so that one answer lists all problems. The message of a pattern is clearer
    // than that of a maximum that the schema does not name.
    payload.value = value;
    payload.issues.push(...found.filter(isDeclared).map(issueOf));
    const parsed = run(payload, context);
    const add = (result: typeof payload): typeof payload => {
      result.issues.push(...found.filter((one) => !isDeclared(one)).map(issueOf));
      return result;
    };
    return parsed instanceof Promise ? parsed.then(add) : add(parsed);
  };
  bounded.add(made);
  return made;
}
