import { type JsonSchema, nameOfRef, toPascal } from '../../generate/json-schema.ts';

/** A class for an object, by the name that it has in the document or that its place gives it. */
export interface PythonClass {
  name: string;
  schema: JsonSchema;
}

/** Where a type is used: types of inputs accept more than those of answers have. */
export interface Place {
  /** The name of an object without a name of its own. */
  name: string;
  /** The module before names of classes, with its dot; may be empty. */
  prefix: string;
  isInput: boolean;
  /** Receives each class of an object without a name of its own. */
  define(found: PythonClass): void;
}

export const toSnake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter: string) => `_${letter.toLowerCase()}`);
const KEYWORDS = new Set(['from', 'class', 'import', 'in', 'is', 'pass', 'global', 'return', 'and', 'or', 'not', 'if']);
export const isKeyword = (name: string): boolean => KEYWORDS.has(name);
/** The name of an argument: keywords of Python get an underscore. */
export const toArgument = (name: string): string => (isKeyword(name) ? `${name}_` : name);

/** JSON is Python for texts, numbers and lists of them. */
const toLiteral = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const singular = (name: string): string => (name.endsWith('s') ? name.slice(0, -1) : `${name}Item`);

/** The constant of a member by which the objects of a union differ, as part of a name. */
function variantOf({ properties = {} }: JsonSchema): string {
  const [constant] = Object.values(properties).flatMap((member) => (member.const === undefined ? [] : [member.const]));
  if (typeof constant === 'string') return toPascal(constant);
  if (typeof constant === 'boolean') return constant ? 'Ok' : 'Failed';
  throw new Error(`The objects of a union differ by no constant: ${Object.keys(properties).join(', ')}`);
}

function typeOfKind(kind: string, schema: JsonSchema, place: Place): string {
  const simple = SIMPLE[kind];
  if (kind === 'string' && schema.format === 'date-time' && place.isInput) return 'str | datetime.datetime';
  if (simple) return simple;
  if (kind === 'array') {
    const item = typeOf(schema.items ?? {}, { ...place, name: singular(place.name) });
    return `t.${place.isInput ? 'Sequence' : 'List'}[${item}]`;
  }
  if (kind !== 'object') throw new Error(`Unknown type ${kind} of ${place.name}`);
  if (schema.properties) {
    place.define({ name: place.name, schema });
    return place.prefix + place.name;
  }
  const { additionalProperties } = schema;
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, place) : 't.Any';
  return `t.${place.isInput ? 'Mapping' : 'Dict'}[str, ${values}]`;
}

/** The type of a value, as the text of an annotation. */
export function typeOf(schema: JsonSchema, place: Place): string {
  if (schema.$ref !== undefined) {
    const name = nameOfRef(schema.$ref);
    return name === 'JsonValue' ? 't.Any' : place.prefix + name;
  }
  if (schema.const !== undefined) return `t.Literal[${toLiteral(schema.const)}]`;
  if (schema.enum) return `t.Literal[${schema.enum.map(toLiteral).join(', ')}]`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && !schema.properties) {
    const objects = choices.filter(({ properties }) => properties);
    const types = choices.map((choice) => {
      const name = objects.length > 1 && choice.properties ? `${place.name}${variantOf(choice)}` : place.name;
      return typeOf(choice, { ...place, name });
    });
    return [...new Set(types)].join(' | ');
  }
  const kinds = [schema.type ?? []].flat();
  if (kinds.length === 0) return 't.Any';
  return kinds.map((kind) => typeOfKind(kind, schema, place)).join(' | ');
}
