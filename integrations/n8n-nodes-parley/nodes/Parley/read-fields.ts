import type { IDataObject } from 'n8n-workflow';
import type { FieldKind } from './action';

/** The value of a parameter as the API takes it; undefined: it was left empty. */
function readValue(kind: FieldKind, value: unknown): unknown {
  if (value === '') return kind === 'nullable' ? null : undefined;
  return kind === 'json' && typeof value === 'string' ? JSON.parse(value) : value;
}

/** The input of an action from its parameters. Errors: SyntaxError, for a field that must be JSON. */
export function readFields(kinds: Readonly<Record<string, FieldKind>>, given: IDataObject): IDataObject {
  const input: IDataObject = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const value = name in given ? readValue(kind, given[name]) : undefined;
    if (value !== undefined) input[name] = value as IDataObject;
  }
  return input;
}
