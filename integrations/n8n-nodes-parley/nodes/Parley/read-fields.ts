import type { IDataObject } from 'n8n-workflow';
import type { FieldKind } from './action';

const isEmpty = (value: unknown): boolean => value === '' || value === undefined || value === null;

/** The members that are filled in. */
const filledOf = (row: IDataObject): IDataObject =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value)));

/** The rows of a form, or the list that an expression gives. */
function readRows(value: unknown): unknown {
  if (Array.isArray(value)) return value;
  const { row = [] } = value as { row?: IDataObject[] };
  return row.length === 0 ? undefined : row.map(filledOf);
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
  if (kind === 'rows') return readRows(value);
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
