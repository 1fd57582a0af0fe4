import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { graphError } from '../graph-error.ts';

/** The requested fields, each with its requested inner fields (`a,b{c,d}`). */
export type AskedFields = Map<string, AskedFields>;

/** Reads Graph's `fields`; null if there are none. Modifiers such as `.limit(5)` are ignored. */
export function readFields(text: string | undefined): AskedFields | null {
  if (text === undefined || text.trim() === '') return null;
  const fields: AskedFields = new Map();
  for (const part of splitTopLevel(text)) {
    const [, name] = /^\s*(\w+)/.exec(part) ?? [];
    const inner = innerOf(part.trimEnd());
    if (name !== undefined && inner !== null) fields.set(name, readFields(inner) ?? new Map());
  }
  return fields;
}

/** The text within the braces of a field; undefined without braces, null when they do not end it. */
function innerOf(field: string): string | null | undefined {
  const at = field.indexOf('{');
  if (at === -1) return undefined;
  return field.endsWith('}') ? field.slice(at + 1, -1) : null;
}

function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '{' || text[i] === '(') depth++;
    else if (text[i] === '}' || text[i] === ')') depth--;
    else if (text[i] === ',' && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Picks the requested members (or the defaults) of a node; an undefined member is left out, as Graph does. */
export function pickFields(
  node: Record<string, unknown>,
  asked: AskedFields | null,
  defaults: string[],
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of asked ? [...asked.keys()] : defaults) {
    if (node[name] === undefined) continue;
    picked[name] = pickInside(node[name], asked?.get(name));
  }
  return node.id === undefined ? picked : { ...picked, id: node.id };
}

/** Graph's refusal of a field that a node does not have; null if all exist. */
export function refuseUnknownField(
  node: Record<string, unknown>,
  asked: AskedFields | null,
  kind: string,
): ProviderAnswer | null {
  const unknown = asked && [...asked.keys()].find((name) => !(name in node));
  if (!unknown) return null;
  return graphError(100, { message: `(#100) Tried accessing nonexisting field (${unknown}) on node type (${kind})` });
}

function pickInside(value: unknown, asked: AskedFields | undefined): unknown {
  if (!asked || asked.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => pickInside(element, asked));
  const node = value as Record<string, unknown>; // safe: an object that is not an array
  return 'data' in node ? { ...node, data: pickInside(node.data, asked) } : pickFields(node, asked, []);
}
