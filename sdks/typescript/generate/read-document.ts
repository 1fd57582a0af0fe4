import { z } from 'zod';

/** The first line of every generated file. */
export const HEADER = '// Generated from docs/openapi.json by npm run generate.\n\n';

const Schema = z.looseObject({
  type: z.unknown().optional(),
  description: z.string().optional(),
  properties: z.record(z.string(), z.looseObject({ type: z.unknown().optional() })).optional(),
});
const Parameter = z.looseObject({
  name: z.string().optional(),
  in: z.string().optional(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: z.unknown().optional(),
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

/** The parts of the customer document that the generators read. */
export const ApiDocument = z.looseObject({
  info: z.looseObject({ version: z.string() }),
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post']), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), Schema) }),
});
export type ApiDocument = z.infer<typeof ApiDocument>;

/** A parameter of the query. */
export interface QueryParameter {
  name: string;
  required: boolean;
  description: string | undefined;
  schema: unknown;
}

/** One action, as a method of the SDKs. */
export interface SdkMethod {
  noun: string;
  verb: string;
  action: string;
  method: 'GET' | 'POST';
  summary: string;
  /** Name of the input's schema; null without input. */
  request: string | null;
  /** Whether a call needs no input. */
  isOptional: boolean;
  /** The query of a GET; its schema is named by `request`. */
  query: readonly QueryParameter[];
  answer: string;
  /** An input of the action. */
  example: Readonly<Record<string, unknown>>;
}

const nameOf = ({ $ref }: { $ref: string }): string => $ref.slice($ref.lastIndexOf('/') + 1);
const bodyOf = ({ content }: z.infer<typeof Body>): string => nameOf(content['application/json'].schema);

/** Every method, in the order of the document. */
export function readMethods({ paths }: ApiDocument): SdkMethod[] {
  return Object.values(paths).flatMap((item) =>
    Object.entries(item).map(([method, operation]) => {
      const [noun = '', verb = ''] = operation['x-sdk-method'].split('.');
      const answer = bodyOf(operation.responses['200']);
      const query = operation.parameters.flatMap(({ name, in: place, required = false, description, schema }) =>
        place === 'query' && name !== undefined ? [{ name, required, description, schema }] : [],
      );
      const ofQuery = operation.parameters.flatMap(({ name = '', in: place, example }) =>
        place === 'query' && example !== undefined ? [[name, example]] : [],
      );
      const body = operation.requestBody ? bodyOf(operation.requestBody) : null;
      const ofAction = operation['x-action'].replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return {
        noun,
        verb,
        action: operation['x-action'],
        method: method === 'get' ? 'GET' : 'POST',
        summary: operation.summary,
        request: body ?? (query.length > 0 ? `${ofAction}Query` : null),
        isOptional: body === null && query.every(({ required }) => !required),
        query,
        answer,
        example: operation.requestBody?.content['application/json'].example ?? Object.fromEntries(ofQuery),
      } as const;
    }),
  );
}

/** The paging of a list: the answer has the next position in `next_<position>`. */
export interface Paging {
  /** The query parameter for the position of a page. */
  position: string;
  /** The answer's member with the entries. */
  items: string;
  /** The answer's flag for a further page; null if the next position is null on the last page. */
  more: string | null;
}

/** The paging of a list, found by the position in its query; null for an action that returns no list. */
export function pagingOf({ query, answer }: SdkMethod, { components }: ApiDocument): Paging | null {
  const position = query.find(({ name }) => name === 'cursor' || name === 'after')?.name;
  const members = Object.entries(components.schemas[answer]?.properties ?? {});
  const items = members.find(([, { type }]) => type === 'array')?.[0];
  if (position === undefined || items === undefined) return null;
  return { position, items, more: members.some(([name]) => name === 'has_more') ? 'has_more' : null };
}
