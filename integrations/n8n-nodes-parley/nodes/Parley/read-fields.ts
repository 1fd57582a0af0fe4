import type { IDataObject } from 'n8n-workflow';
import type { FieldKind } from './action';

const isEmpty = (value: unknown): boolean => value === '' || value === undefined || value === null;

/** The members that are filled in. */
const filledOf = (row: IDataObject): IDataObject =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value)));

/**
 * The value of a form, or the JSON that an expression gives: `row` holds the entries of a list, and `fields` the members
 * of an object. What is empty is undefined.
 */
function readForm(value: unknown): unknown {
  if (Array.isArray(value)) {
    const entries = value.map(readForm).filter((entry) => entry !== undefined);
    return entries.length === 0 ? undefined : entries;
  }
  if (typeof value !== 'object' || value === null) return isEmpty(value) ? undefined : value;
  if ('row' in value) return readForm(value.row);
  if ('fields' in value) return readForm(value.fields);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const read = readForm(member);
    return read === undefined ? [] : [[name, read] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** The template of a form, whose choice has the name and the language, or the object that an expression gives. */
function readTemplate(value: unknown): unknown {
  const given = value as IDataObject;
  if (isEmpty(given.name) && !('template' in given)) return undefined;
  const { name, language, variables } = filledOf((given.template ?? given) as IDataObject);
  if (!('template' in given)) return given;
  const [own, ofChoice] = String(name ?? '').split(':');
  const list = (variables as string[] | undefined) ?? [];
  return {
    ...filledOf({ name: own, language: language ?? ofChoice }),
    ...(list.length > 0 ? { variables: list } : {}),
  };
}

/** The field for the value of a parameter; undefined for an empty one. */
function readValue(kind: FieldKind, given: unknown): unknown {
  if (given === '') return kind === 'nullable' ? null : undefined;
  const isText = typeof given === 'string';
  if (kind === 'text' || kind === 'nullable' || kind === 'choice') return given;
  const value = isText && kind !== 'boolean' && kind !== 'number' ? JSON.parse(given) : given;
  if (kind === 'form' || kind === 'texts') return readForm(value);
  return kind === 'template' ? readTemplate(value) : value;
}

/** The input of an action from its parameters. Throws SyntaxError for invalid JSON in a field that takes JSON. */
export function readFields(kinds: Readonly<Record<string, FieldKind>>, given: IDataObject): IDataObject {
  const input: IDataObject = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const value = name in given ? readValue(kind, given[name]) : undefined;
    if (value !== undefined) input[name] = value as IDataObject;
  }
  return input;
}
