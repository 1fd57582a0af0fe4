import { type JsonSchema, toPascal } from '../../generate/json-schema.ts';
import type { ApiDocument, SdkMethod } from '../../generate/read-document.ts';
import { isKeyword, type PythonClass, typeOf } from './python-types.ts';
import { wrap } from './wrap.ts';

const HEADER = '# Generated from docs/openapi.json by npm run generate.\n';

/** Requests and queries are the arguments of methods, and JsonValue is any value. */
const withoutClass = (methods: readonly SdkMethod[]): Set<string> =>
  new Set([...methods.flatMap(({ input }) => input?.name ?? []), 'JsonValue']);

const comment = (description: string | undefined, indent: string): string =>
  description === undefined ? '' : `${indent}# ${description.replaceAll('\n', ' ')}\n`;

/** The value of an alias, which Python evaluates: before 3.10 without `|`, and without classes that come later. */
function aliasOf(type: string): string {
  const parts = type.split(' | ').map((part) => (/^[A-Z]/.test(part) ? JSON.stringify(part) : part));
  const value = parts.length > 1 ? `t.Union[${parts.join(', ')}]` : type;
  return wrap('', value, '');
}

/** Writes a class, or the union or literal that a name stands for; adds classes of members that have no name to `queue`. */
function writeModel({ name, schema }: PythonClass, queue: PythonClass[]): string {
  const define = (found: PythonClass): void => void queue.push(found);
  const place = (member: string) => ({ name: `${name}${toPascal(member)}`, prefix: '', isInput: false, define });
  const { description, properties } = schema;
  if (!properties) {
    return `${comment(description, '')}${name} = ${aliasOf(typeOf(schema, { name, prefix: '', isInput: false, define }))}\n`;
  }
  const required = new Set(schema.required);
  const members = Object.entries(properties).map(([member, of]) => {
    const type = typeOf(of, place(member));
    return { member, description: of.description, type: required.has(member) ? type : `NotRequired[${type}]` };
  });
  const head = comment(description, '');
  if (members.some(({ member }) => isKeyword(member))) {
    const lines = members.map(
      (of) => `${comment(of.description, '        ')}        "${of.member}": ${quote(of.type)},\n`,
    );
    return `${head}${name} = t.TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)\n`;
  }
  const lines = members.map((of) => `${comment(of.description, '    ')}    ${of.member}: ${of.type}\n`);
  return `${head}class ${name}(t.TypedDict):\n${lines.join('')}`;
}

/** The text of a type as a text, which is not evaluated. */
const quote = (type: string): string => `'${type}'`;

/** The types of all named schemas but those of requests, which are the arguments of methods. */
export function writeModels({ components, info }: ApiDocument, methods: readonly SdkMethod[]): string {
  const left = withoutClass(methods);
  const queue: PythonClass[] = Object.entries(components.schemas).flatMap(([name, schema]) =>
    left.has(name) ? [] : [{ name, schema }],
  );
  const written = new Map<string, { schema: JsonSchema; text: string }>();
  for (let found = queue.shift(); found; found = queue.shift()) {
    const before = written.get(found.name);
    if (before && JSON.stringify(before.schema) !== JSON.stringify(found.schema))
      throw new Error(`Two shapes have the name ${found.name}.`);
    if (!before) written.set(found.name, { schema: found.schema, text: writeModel(found, queue) });
  }
  return `${HEADER}from __future__ import annotations

import sys
import typing as t

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif t.TYPE_CHECKING:
    from typing_extensions import NotRequired

# The version of the API, which is the SDK's own.
VERSION = "${info.version}"

${[...written.values()].map(({ text }) => text).join('\n\n')}`;
}
