import { type JsonSchema, toPascal } from '../../generate/json-schema.ts';
import { type ApiDocument, groupByNoun, type Paging, type SdkMethod } from '../../generate/read-document.ts';
import { type Place, toArgument, toSnake, typeOf } from './python-types.ts';
import { wrap } from './wrap.ts';

/** Classes of the SDK that add methods to a noun, with their modules. */
const ADDED: Readonly<Record<string, { name: string; module: string }>> = {
  events: { name: 'PullsEvents', module: 'pull_events' },
  files: { name: 'UploadsFiles', module: 'uploads' },
};

/** How the methods are called: directly, or awaited. */
interface Style {
  isAsync: boolean;
  /** Before the names of classes, and of modules. */
  prefix: '' | 'Async';
  modulePrefix: '' | 'async_';
}
const BLOCKING: Style = { isAsync: false, prefix: '', modulePrefix: '' };
const ASYNC: Style = { isAsync: true, prefix: 'Async', modulePrefix: 'async_' };

const classOf = (noun: string, { prefix }: Style): string => `${prefix}${toPascal(noun)}Resource`;

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

/** The members of an input, required ones first. */
function argumentsOf({ input }: SdkMethod): Argument[] {
  const fields = Object.entries(input?.properties ?? {}).map(([field, schema]) => {
    const type = typeOf(schema, place(field));
    const isRequired = input?.required.includes(field) ?? false;
    if (!isRequired && type.includes('None')) throw new Error(`${field} is optional, and can be null.`);
    return { field, type, isRequired, description: schema.description };
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

function bodyOf({ method: http, action, answer, paging }: SdkMethod, input: string, style: Style): string {
  const key = http === 'POST' ? ', idempotency_key' : '';
  const call = (given: string) => `self._transport.call("${http}", "${action}", ${given}, timeout, max_retries${key})`;
  const awaited = style.isAsync ? 'await ' : '';
  if (!paging)
    return `${wrap('        ', `answer: m.${answer} = ${awaited}${call(input)}`, '')}\n        return answer\n`;
  const more = paging.more === null ? '' : `, more="${paging.more}"`;
  const listing = `${style.prefix}Listing(read, position="${paging.position}", items="${paging.items}"${more})`;
  return `${wrap('        ', `given = ${input}`, '')}
        def read(at: t.Mapping[str, str]) -> t.Any:
            return ${call('{**given, **at}')}

        return ${listing}
`;
}

function itemOf(answer: JsonSchema | undefined, { items }: Paging): string {
  return typeOf(answer?.properties?.[items]?.items ?? {}, place(items));
}

function writeMethod(method: SdkMethod, { components }: ApiDocument, style: Style): string {
  const { answer, paging } = method;
  const given = argumentsOf(method);
  const returns = paging
    ? `${style.prefix}Listing[m.${answer}, ${itemOf(components.schemas[answer], paging)}]`
    : `m.${answer}`;
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
    ${style.isAsync && !paging ? 'async ' : ''}def ${toSnake(method.verb)}(
        self,
        *,
${lines.map((line) => `        ${line},\n`).join('')}    ) -> ${returns}:
        """${documentation}"""
${bodyOf(method, inputOf(given), style)}`;
}

function writeClass(noun: string, methods: readonly SdkMethod[], document: ApiDocument, style: Style): string {
  const added = ADDED[noun];
  return `class ${classOf(noun, style)}${added ? `(${style.prefix}${added.name})` : ''}:
    def __init__(self, transport: ${style.prefix}Transport) -> None:
        self._transport = transport
${methods.map((method) => writeMethod(method, document, style)).join('')}`;
}

/** A class for each noun with its methods, and one that has them all; `style` says whether they are awaited. */
function writeModule(document: ApiDocument, methods: readonly SdkMethod[], style: Style): string {
  const groups = groupByNoun(methods);
  const imports = Object.values(ADDED).map(
    ({ name, module }) => `from .${style.modulePrefix}${module} import ${style.prefix}${name}\n`,
  );
  return `# Generated from docs/openapi.json by npm run generate.
from __future__ import annotations

import datetime
import typing as t

from . import models as m
from .pages import ${style.prefix}Listing
${imports.join('')}from .transport import IdempotencyKey, ${style.isAsync ? '' : 'Transport, '}present
${style.isAsync ? '\nif t.TYPE_CHECKING:\n    from .async_client import AsyncTransport\n' : ''}

${Array.from(groups, ([noun, all]) => writeClass(noun, all, document, style)).join('\n\n')}

class ${style.prefix}Resources:
    """The methods of every action, grouped by noun."""

    def __init__(self, transport: ${style.prefix}Transport) -> None:
${[...groups.keys()].map((noun) => `        self.${toSnake(noun)} = ${classOf(noun, style)}(transport)\n`).join('')}`;
}

export const writeResources = (document: ApiDocument, methods: readonly SdkMethod[]): string =>
  writeModule(document, methods, BLOCKING);

/** The same methods for asyncio. */
export const writeAsyncResources = (document: ApiDocument, methods: readonly SdkMethod[]): string =>
  writeModule(document, methods, ASYNC);
