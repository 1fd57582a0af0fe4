import type { Member, Shape, Shapes } from '../../generate/read-shapes.ts';

/** The first lines of every generated file. */
export const HEADER = '<?php\n\n// Generated from docs/openapi.json by npm run generate.\n\ndeclare(strict_types=1);\n';

/** Names that PHP reserves. */
const RENAMED: Readonly<Record<string, string>> = { List: 'ListContent' };
export const classOf = (name: string): string => RENAMED[name] ?? name;

const SCALARS = {
  string: 'string',
  time: '\\DateTimeImmutable',
  integer: 'int',
  number: 'int|float',
  boolean: 'bool',
  true: 'bool',
  id: 'int|string',
  texts: 'array|string',
  json: 'mixed',
  event: 'Event',
  list: 'array',
  map: 'array',
} as const;

const nullOr = (type: string): string => (type === 'mixed' ? type : type.includes('|') ? `${type}|null` : `?${type}`);

/** The type of a property of an answer. */
export function nativeType(shape: Shape, isAbsent: boolean): string {
  const type = shape.kind === 'struct' ? classOf(shape.name) : SCALARS[shape.kind];
  return shape.nullable || isAbsent ? nullOr(type) : type;
}

/** The type of a parameter: objects are given as arrays, times as text or an object. */
export function parameterType({ required, shape }: Member): string {
  const type =
    shape.kind === 'struct' ? 'array' : shape.kind === 'time' ? '\\DateTimeInterface|string' : SCALARS[shape.kind];
  return shape.nullable || !required ? nullOr(type) : type;
}

/** The type for static analysis, with the elements of arrays; `isInput` names the members of objects. */
export function docType(shape: Shape, structs: Shapes['structs'], isInput: boolean): string {
  const bare = bareDocType(shape, structs, isInput);
  return shape.nullable && bare !== 'mixed' ? `${bare}|null` : bare;
}

function bareDocType(shape: Shape, structs: Shapes['structs'], isInput: boolean): string {
  const inner = (of: Shape): string => docType(of, structs, isInput);
  if (shape.kind === 'list') return `list<${inner(shape.of)}>`;
  if (shape.kind === 'map') return `array<string, ${inner(shape.of)}>`;
  if (shape.kind === 'texts') return 'list<string>|string';
  if (shape.kind !== 'struct') return SCALARS[shape.kind];
  if (!isInput) return classOf(shape.name);
  const members = structs.get(shape.name)?.members ?? [];
  return `array{${members.map(({ name, required, shape: of }) => `${name}${required ? '' : '?'}: ${inner(of)}`).join(', ')}}`;
}

/** Whether the native type says less than the documented one. */
export const needsDoc = ({ kind }: Shape): boolean => ['list', 'map', 'texts'].includes(kind);

/** `message_id` as `messageId`. */
export const toCamel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A text within a comment. */
export const comment = (text: string): string => text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim();
