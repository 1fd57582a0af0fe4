import { z } from 'zod';
import { JsonSchema, nameOfRef, toPascal } from './json-schema.ts';

/** The first line of every generated file in TypeScript. */
export const HEADER = '// Generated from docs/openapi.json by npm run generate.\n\n';

const Parameter = z.looseObject({
  name: z.string().optional(),
  in: z.string().optional(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: JsonSchema.optional(),
  example: z.unknown().optional(),
});
const Ref = z.object({ $ref: z.string() });
const Content = z.object({ schema: Ref, example: z.record(z.string(), z.unknown()).optional() });
const Body = z.object({ content: z.object({ 'application/json': Content }) });
const Operation = z.object({
  summary: z.string(),
  'x-action': z.string(),
  'x-sdk-method': z.string(),
  parameters: z.array(Parameter),
  requestBody: Body.optional(),
  responses: z.looseObject({ '200': Body }),
});
type Operation = z.infer<typeof Operation>;
type QueryParameter = z.infer<typeof Parameter> & { name: string };

/** The parts of the customer document that the generators read. */
export const ApiDocument = z.looseObject({
  info: z.looseObject({ version: z.string() }),
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post']), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), JsonSchema) }),
});
export type ApiDocument = z.infer<typeof ApiDocument>;

/** An object that is the input of an action. */
export interface Input {
  /** The document's name of a body, or `<Action>Query`. */
  name: string;
  properties: Readonly<Record<string, JsonSchema>>;
  required: readonly string[];
}

/** The paging of a list. */
export interface Paging {
  /** The input's member for the position of a page. */
  position: string;
  /** The answer's member with the position of the next page. */
  next: string;
  /** The answer's member with the entries. */
  items: string;
  /** The answer's flag for a further page; null if the next position is null on the last page. */
  more: string | null;
}

/** One action, as a method of the SDKs. */
export interface SdkMethod {
  noun: string;
  verb: string;
  action: string;
  method: 'GET' | 'POST';
  summary: string;
  /** Null if the action has no input. */
  input: Input | null;
  /** The name of the answer's schema. */
  answer: string;
  /** Null if the action returns no list. */
  paging: Paging | null;
  /** A value of the input. */
  example: Readonly<Record<string, unknown>>;
}

const bodyOf = ({ content }: z.infer<typeof Body>): string => nameOfRef(content['application/json'].schema.$ref);

const queryOf = ({ parameters }: Operation): QueryParameter[] =>
  parameters.flatMap((parameter) =>
    parameter.in === 'query' && parameter.name !== undefined ? [{ ...parameter, name: parameter.name }] : [],
  );

const inputOfQuery = (action: string, query: readonly QueryParameter[]): Input => ({
  name: `${toPascal(action)}Query`,
  properties: Object.fromEntries(
    query.map(({ name, description, schema }) => [name, { ...schema, ...(description ? { description } : {}) }]),
  ),
  required: query.flatMap(({ name, required }) => (required ? [name] : [])),
});

function inputOf(operation: Operation, { components }: ApiDocument): Input | null {
  if (operation.requestBody) {
    const name = bodyOf(operation.requestBody);
    const { properties = {}, required = [] } = components.schemas[name] ?? {};
    return { name, properties, required };
  }
  const query = queryOf(operation);
  return query.length > 0 ? inputOfQuery(operation['x-action'], query) : null;
}

/** A list is recognised by the position in its query. */
function pagingOf(input: Input | null, answer: JsonSchema | undefined): Paging | null {
  const position = Object.keys(input?.properties ?? {}).find((name) => name === 'cursor' || name === 'after');
  const members = answer?.properties ?? {};
  const items = Object.keys(members).find((name) => members[name]?.type === 'array');
  if (position === undefined || items === undefined) return null;
  return { position, next: `next_${position}`, items, more: 'has_more' in members ? 'has_more' : null };
}

const exampleOf = (operation: Operation): SdkMethod['example'] =>
  operation.requestBody?.content['application/json'].example ??
  Object.fromEntries(
    queryOf(operation).flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])),
  );

/** Every method, in the order of the document. */
export function readMethods(document: ApiDocument): SdkMethod[] {
  return Object.values(document.paths).flatMap((item) =>
    Object.entries(item).map(([method, operation]): SdkMethod => {
      const [noun = '', verb = ''] = operation['x-sdk-method'].split('.');
      const input = inputOf(operation, document);
      const answer = bodyOf(operation.responses['200']);
      return {
        noun,
        verb,
        action: operation['x-action'],
        method: method === 'get' ? 'GET' : 'POST',
        summary: operation.summary,
        input,
        answer,
        paging: method === 'get' ? pagingOf(input, document.components.schemas[answer]) : null,
        example: exampleOf(operation),
      };
    }),
  );
}

/** The methods by noun, in the order of the document. */
export function groupByNoun(methods: readonly SdkMethod[]): ReadonlyMap<string, readonly SdkMethod[]> {
  const groups = new Map<string, SdkMethod[]>();
  for (const method of methods) {
    const group = groups.get(method.noun);
    if (group) group.push(method);
    else groups.set(method.noun, [method]);
  }
  return groups;
}
