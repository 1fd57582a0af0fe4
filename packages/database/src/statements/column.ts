/**
 * PostgreSQL types that statements accept and return. An int8 and a numeric are strings: not all of their values are
 * safe numbers.
 */
interface ScalarTypes {
  bool: boolean;
  int2: number;
  int4: number;
  int8: string;
  float8: number;
  numeric: string;
  text: string;
  timestamptz: Date;
  bytea: Buffer;
  jsonb: unknown;
}

type ScalarName = keyof ScalarTypes;
export type TypeName = ScalarName | `${ScalarName}[]`;

type ValueOf<Name extends string> = Name extends `${infer Element extends ScalarName}[]`
  ? ScalarTypes[Element][]
  : Name extends ScalarName
    ? ScalarTypes[Name]
    : never;

/** A column with a more precise TypeScript type. Made by {@link oneOf} and {@link json}. */
export interface TypedColumn<Value> {
  type: TypeName;
  mark: '' | '?' | '!';
  /** Throws on an invalid value. */
  decode?: (value: unknown) => Value;
  /** Exists only in types. */
  value?: Value;
}

/**
 * A column of a row: `'int4'` is never null, as the schema proves; `'int4?'` may be null; `'int4!'` is computed in a way
 * that the schema cannot prove, and is checked when it is read.
 */
export type Column = TypeName | `${TypeName}?` | `${TypeName}!` | TypedColumn<unknown>;

/** A parameter: `'int4'` does not accept null, `'int4?'` does. */
export type Parameter = TypeName | `${TypeName}?`;

export type ColumnValue<C> =
  C extends TypedColumn<infer Value>
    ? Value
    : C extends `${infer Name extends TypeName}?`
      ? ValueOf<Name> | null
      : C extends `${infer Name extends TypeName}!`
        ? ValueOf<Name>
        : C extends TypeName
          ? ValueOf<C>
          : never;

export type RowOf<Columns extends Record<string, Column>> = { [Key in keyof Columns]: ColumnValue<Columns[Key]> };
export type ParametersOf<Parameters extends Record<string, Parameter>> = {
  [Key in keyof Parameters]: ColumnValue<Parameters[Key]>;
};

/** A text column with a fixed set of words; any other word throws. */
export function oneOf<const Word extends string>(...words: readonly Word[]): TypedColumn<Word> {
  const known = new Set<unknown>(words);
  return {
    type: 'text',
    mark: '',
    decode: (value) => {
      if (!known.has(value)) throw new TypeError(`${String(value)} is none of: ${words.join(', ')}.`);
      return value as Word; // safe: it is among the words
    },
  };
}

/** A jsonb column that only Parley writes, always with this shape. */
export const json = <Value>(): TypedColumn<Value> => ({ type: 'jsonb', mark: '' });

/** The same column, nullable. */
export const orNull = <Value>({ decode, ...column }: TypedColumn<Value>): TypedColumn<Value | null> => ({
  type: column.type,
  mark: '?',
  ...(decode ? { decode } : {}),
});

/** The same column as a computed value that is never null, which the schema cannot prove. */
export const computed = <Value>(column: TypedColumn<Value>): TypedColumn<Value> => ({ ...column, mark: '!' });

export interface ParsedColumn {
  type: TypeName;
  mark: '' | '?' | '!';
  decode?: (value: unknown) => unknown;
}

export function parseColumn(column: Column): ParsedColumn {
  if (typeof column !== 'string') return column;
  const mark = column.endsWith('?') ? '?' : column.endsWith('!') ? '!' : '';
  return { type: (mark === '' ? column : column.slice(0, -1)) as TypeName, mark }; // safe: what the template type leaves
}

const NEEDS_ESCAPE = /["\\]/;

/** An element of an array in PostgreSQL's text form; every string is quoted, so that none can end its element. */
function encodeElement(type: TypeName, value: unknown): string {
  const encoded = encodeParameter(type, value);
  if (encoded === null) return 'NULL';
  if (typeof encoded === 'number' || typeof encoded === 'boolean') return String(encoded);
  if (Buffer.isBuffer(encoded)) return `"\\\\x${encoded.toString('hex')}"`;
  const text = String(encoded);
  return `"${NEEDS_ESCAPE.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
}

/**
 * An array in PostgreSQL's text form. The driver's own conversion quotes and escapes each element, which for batches is a
 * twentieth of a worker's CPU time.
 */
export const encodeArray = (element: TypeName, values: readonly unknown[]): string =>
  `{${values.map((value) => encodeElement(element, value)).join(',')}}`;

/** The driver's form of a value: times in UTC, JSON and arrays as text. */
export function encodeParameter(type: TypeName, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type.endsWith('[]') && Array.isArray(value)) return encodeArray(type.slice(0, -2) as ScalarName, value); // safe: an array type's name
  if (type === 'jsonb') return JSON.stringify(value);
  return value instanceof Date ? value.toISOString() : value;
}
