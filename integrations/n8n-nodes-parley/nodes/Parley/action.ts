/**
 * How a parameter of the panel becomes a field: an empty `nullable` is null, any other empty one is left out. `texts`,
 * `form` and `template` are forms, and take JSON as well.
 */
export type FieldKind = 'text' | 'nullable' | 'choice' | 'boolean' | 'number' | 'json' | 'texts' | 'form' | 'template';

/** An action of the customer API, as an operation calls it. */
export interface Action {
  name: string;
  method: 'GET' | 'POST';
  required: readonly string[];
  /** Parameters of their own that may be empty; the other ones are additional fields. */
  shown: readonly string[];
  fields: Readonly<Record<string, FieldKind>>;
}
