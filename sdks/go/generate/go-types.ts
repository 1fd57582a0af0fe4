import { toPascal } from '../../generate/json-schema.ts';
import type { Member, Shape } from '../../generate/read-shapes.ts';

/** The first lines of every generated file; the first one is the form that Go's tools know. */
export const HEADER = '// Code generated from docs/openapi.json by npm run generate. DO NOT EDIT.\n\npackage parley\n';

const INITIALISMS = new Set(['id', 'url', 'api', 'qr', 'jid', 'mime', 'ok']);

/** The exported name of `mime_type`, `connectLink` or `message.received`: MIMEType, ConnectLink, MessageReceived. */
export const exported = (name: string): string =>
  name
    .split(/[._]/)
    .map((part) => (INITIALISMS.has(part) ? part.toUpperCase() : toPascal(part)))
    .join('');

const SCALARS = {
  string: 'string',
  id: 'string',
  time: 'time.Time',
  integer: 'int64',
  number: 'float64',
  boolean: 'bool',
  true: 'bool',
  json: 'any',
  event: 'Event',
  texts: '[]string',
} as const;

export function bareType(shape: Shape): string {
  if (shape.kind === 'list') return `[]${elementType(shape.of)}`;
  if (shape.kind === 'map') return `map[string]${elementType(shape.of)}`;
  return shape.kind === 'struct' ? shape.name : SCALARS[shape.kind];
}

const hasNil = ({ kind }: Shape): boolean => ['list', 'map', 'json', 'texts'].includes(kind);
const elementType = (shape: Shape): string => `${shape.nullable && !hasNil(shape) ? '*' : ''}${bareType(shape)}`;

/** Whether the zero value of an optional member cannot stand for its absence. */
const needsPointer = ({ kind }: Shape): boolean => ['struct', 'time', 'boolean'].includes(kind);

/** Whether a field is a pointer: nil stands for null, or for absence where the zero value has a meaning. */
export const isPointer = ({ required, shape }: Member): boolean =>
  !hasNil(shape) && (shape.nullable || (!required && needsPointer(shape)));

export const fieldType = (member: Member): string => `${isPointer(member) ? '*' : ''}${bareType(member.shape)}`;

/**
 * Whether the zero value is left out. In requests that includes required members, so that Parley reports a forgotten
 * one as missing.
 */
export function omitsZero({ required, shape }: Member, isRequest: boolean): boolean {
  if (!required) return true;
  return isRequest && !shape.nullable && ['string', 'id', 'texts', 'list', 'map'].includes(shape.kind);
}

/** A text as line comments. */
export const comment = (text: string, indent = ''): string =>
  text.trim() === '' ? '' : `${indent}// ${text.replaceAll(/\s+/g, ' ').trim()}\n`;

/** Lines of cells, aligned as gofmt does it. */
export function align(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)), []);
  return rows.map((row) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join(' '),
  );
}
