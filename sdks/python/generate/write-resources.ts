import {
  type ApiDocument,
  type Paging,
  pagingOf,
  readMethods,
  type SdkMethod,
} from '../../typescript/generate/read-document.ts';
import { type JsonSchema, type Place, parseSchema, toArgument, toPascal, toSnake, typeOf } from './python-types.ts';
import { wrap } from './wrap.ts';

/** Classes of the SDK that add methods to a noun, with their modules. */
const ADDED: Readonly<Record<string, { name: string; module: string }>> = {
  events: { name: 'PullsEvents', module: 'pull_events' },
};

const classOf = (noun: string): string => `${toPascal(noun)}Resource`;

interface Argument {
  field: string;
  type: string;
  isRequired: boolean;
  description: string | undefined;
}

const place = (field: string): Place => ({
  name: field,
  prefix: 'm.',
  isInput: true,
  define() {
    throw new Error(`The argument ${field} needs a schema with a name.`);
  },
});

/** The fields of a request: of its query, or of its body. */
function argumentsOf({ query, request }: SdkMethod, { components }: ApiDocument): Argument[] {
  const body: JsonSchema = query.length > 0 || request === null ? {} : parseSchema(components.schemas[request]);
  const fields = [
    ...query.map(({ name, required, description, schema }) => ({ field: name, required, description, schema })),
    ...Object.entries(body.properties ?? {}).map(([field, schema]) => {
      return { field, required: body.required?.includes(field) ?? false, description: schema.description, schema };
    }),
  ].map(({ field, required, description, schema }) => {
    const type = typeOf(parseSchema(schema), place(field));
    if (!required && type.includes('None')) throw new Error(`${field} is optional, and can be null.`);
    return { field, type, isRequired: required, description };
  });
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)];
}

const OPTIONS = ['timeout: float | None = None', 'max_retries: int | None = None'];

function inputOf(given: readonly Argument[]): string {
  const entriesOf = (arguments_: readonly Argument[]): string[] =>
    arguments_.map(({ field }) => `"${field}": ${toArgument(field)}`);
  const required = entriesOf(given.filter(({ isRequired }) => isRequired));
  const optional = entriesOf(given.filter(({ isRequired }) => !isRequired));
  const present = `present({${optional.join(', ')}})`;
  if (optional.length === 0) return `{${required.join(', ')}}`;
  return required.length === 0 ? present : `{${required.join(', ')}, **${present}}`;
}

function bodyOf(method: SdkMethod, input: string, paging: Paging | null): string {
  const { method: http, action, answer } = method;
  const key = http === 'POST' ? ', idempotency_key' : '';
  const call = (given: string) => `self._transport.call("${http}", "${action}", ${given}, timeout, max_retries${key})`;
  if (!paging) return `${wrap('        ', `answer: m.${answer} = ${call(input)}`, '')}\n        return answer\n`;
  const more = paging.more === null ? '' : `, more="${paging.more}"`;
  const listing = `Listing(read, position="${paging.position}", items="${paging.items}"${more})`;
  return `${wrap('        ', `given = ${input}`, '')}
        def read(at: t.Mapping[str, str]) -> t.Any:
            return ${call('{**given, **at}')}

        return ${listing}
`;
}

function itemOf({ answer }: SdkMethod, { items }: Paging, { components }: ApiDocument): string {
  const list = parseSchema(components.schemas[answer]).properties?.[items];
  return typeOf(list?.items ?? {}, place(items));
}

function writeMethod(method: SdkMethod, document: ApiDocument): string {
  const given = argumentsOf(method, document);
  const paging = pagingOf(method, document);
  const returns = paging ? `Listing[m.${method.answer}, ${itemOf(method, paging, document)}]` : `m.${method.answer}`;
  const lines = [
    ...given.map(({ field, type, isRequired }) =>
      isRequired ? `${toArgument(field)}: ${type}` : `${toArgument(field)}: ${type} | None = None`,
    ),
    ...OPTIONS,
    ...(method.method === 'POST' ? ['idempotency_key: IdempotencyKey = None'] : []),
  ];
  const described = given.flatMap(({ field, description }) =>
    description ? [`        ${toArgument(field)}: ${description}\n`] : [],
  );
  const documentation = `${method.summary}.${described.length > 0 ? `\n\n${described.join('')}        ` : ''}`;
  return `
    def ${toSnake(method.verb)}(
        self,
        *,
${lines.map((line) => `        ${line},\n`).join('')}    ) -> ${returns}:
        """${documentation}"""
${bodyOf(method, inputOf(given), paging)}`;
}

function writeClass(noun: string, document: ApiDocument): string {
  const methods = readMethods(document).filter((method) => method.noun === noun);
  const added = ADDED[noun];
  return `class ${classOf(noun)}${added ? `(${added.name})` : ''}:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
${methods.map((method) => writeMethod(method, document)).join('')}`;
}

/** A class for each noun with its methods, and one that has them all. */
export function writeResources(document: ApiDocument): string {
  const nouns = [...new Set(readMethods(document).map(({ noun }) => noun))];
  const imports = Object.values(ADDED).map(({ name, module }) => `from .${module} import ${name}\n`);
  return `# Generated from docs/openapi.json by npm run generate.
from __future__ import annotations

import datetime
import typing as t

from . import models as m
from .pages import Listing
${imports.join('')}from .transport import IdempotencyKey, Transport, present


${nouns.map((noun) => writeClass(noun, document)).join('\n\n')}

class Resources:
    """The methods of every action, grouped by noun."""

    def __init__(self, transport: Transport) -> None:
${nouns.map((noun) => `        self.${toSnake(noun)} = ${classOf(noun)}(transport)\n`).join('')}`;
}
