import { z } from 'zod';
import { compareSchemas, type JsonSchema, JsonSchemas, type Side } from './compare-schemas.ts';
import type { Problem } from './problem.ts';
import { LINE, lineOf } from './with-lines.ts';

const Content = z.record(z.string(), z.looseObject({ schema: JsonSchemas.optional() }));
const Operation = z.looseObject({
  parameters: z
    .array(
      z.looseObject({
        name: z.string().optional(),
        in: z.string().optional(),
        required: z.boolean().optional(),
        schema: JsonSchemas.optional(),
        $ref: z.string().optional(),
      }),
    )
    .optional(),
  requestBody: z.looseObject({ content: Content.optional() }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })).optional(),
});
type Operation = z.infer<typeof Operation>;
/** An OpenAPI document, as far as it is compared. */
export const OpenApi = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
export type OpenApi = z.infer<typeof OpenApi>;

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

function operationsOf({ paths }: OpenApi): Map<string, Operation> {
  const found = new Map<string, Operation>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      if (METHODS.has(method)) found.set(`${method.toUpperCase()} ${path}`, Operation.parse(operation));
  return found;
}

const bodyOf = (content: z.infer<typeof Content> | undefined): JsonSchema | null =>
  content?.['application/json']?.schema ?? null;

/** The parameters as one object. */
function parametersOf({ parameters = [] }: Operation): JsonSchema {
  const own = parameters.filter(({ name }) => name !== undefined);
  return {
    type: 'object',
    properties: Object.fromEntries(
      own.map(({ name, schema = {}, [LINE]: line }) => [name, { [LINE]: line, ...schema }]),
    ),
    required: own.flatMap(({ name, required }) => (required && name !== undefined ? [name] : [])),
  };
}

/** The successful answers by their status. */
const answersOf = ({ responses = {} }: Operation): Map<string, JsonSchema> =>
  new Map(
    Object.entries(responses).flatMap(([status, { content }]) => {
      const body = bodyOf(content);
      return status.startsWith('2') && body ? [[status, body] as const] : [];
    }),
  );

/** Changes that break programs written for the earlier document (docs/reference/requests.md#versions). */
export function compareOpenApi(before: OpenApi, after: OpenApi): Problem[] {
  const documents = { before, after };
  const compare = (side: Side, was: JsonSchema, is: JsonSchema): Problem[] =>
    compareSchemas(was, is, { side, documents, readsOldAnswers: false });
  const now = operationsOf(after);
  return Array.from(operationsOf(before)).flatMap(([name, old]): Problem[] => {
    const next = now.get(name);
    if (!next) return [{ text: `${name} is gone`, side: 'before', line: lineOf(old) }];
    const problems = compare('input', parametersOf(old), parametersOf(next));
    const [body, nextBody] = [bodyOf(old.requestBody?.content), bodyOf(next.requestBody?.content)];
    if (body && nextBody) problems.push(...compare('input', body, nextBody));
    const answers = answersOf(next);
    for (const [status, answer] of answersOf(old)) {
      const is = answers.get(status);
      if (is) problems.push(...compare('output', answer, is));
      else problems.push({ text: `no longer answers ${status}`, side: 'after', line: lineOf(next) });
    }
    return problems.map((one) => ({ ...one, text: `${name}: ${one.text}` }));
  });
}
