import type { IDataObject } from 'n8n-workflow';
import type { FieldKind } from './action';

/** The field for the value of a parameter; undefined for an empty one. */
function readValue(kind: FieldKind, value: unknown): unknown {
  if (value === '') return kind === 'nullable' ? null : undefined;
  return kind === 'json' && typeof value === 'string' ? JSON.parse(value) : value;
}

/** The input of an action from its parameters. Throws SyntaxError for invalid JSON in a field of kind `json`. */
export function readFields(kinds: Readonly<Record<string, FieldKind>>, given: IDataObject): IDataObject {
  const input: IDataObject = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const value = name in given ? readValue(kind, given[name]) : undefined;
    if (value !== undefined) input[name] = value as IDataObject;
  }
  return input;
}
