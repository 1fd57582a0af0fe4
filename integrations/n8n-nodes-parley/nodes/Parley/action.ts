/** How a parameter of the panel becomes a field: an empty `nullable` is null, any other empty one is left out. */
export type FieldKind = 'text' | 'nullable' | 'choice' | 'boolean' | 'number' | 'json';

/** An action of the customer API, as an operation calls it. */
export interface Action {
  name: string;
  method: 'GET' | 'POST';
  required: readonly string[];
  fields: Readonly<Record<string, FieldKind>>;
}
