import { type JsonSchema, nameOfRef, toPascal } from './json-schema.ts';
import type { ApiDocument, SdkMethod } from './read-document.ts';

/** The type of a value, independent of any language. `id` is a number or its text, `texts` one text or a list of them. */
export type Shape = { nullable: boolean } & (
  | { kind: 'string' | 'time' | 'integer' | 'number' | 'boolean' | 'true' | 'id' | 'texts' | 'json' | 'event' }
  | { kind: 'list' | 'map'; of: Shape }
  | { kind: 'struct'; name: string }
);

export interface Member {
  name: string;
  description: string;
  required: boolean;
  shape: Shape;
}

/** An object with known members. */
export interface Struct {
  name: string;
  description: string;
  members: readonly Member[];
}

export interface Shapes {
  /** By name, in the order of the document; objects without a name there are named after their parent and member. */
  structs: ReadonlyMap<string, Struct>;
  /** The event types, and the struct of the data of each. */
  events: readonly { type: string; envelope: string; data: string; description: string }[];
  /** Every error code except those of fields. */
  codes: readonly string[];
}

const isNull = ({ type }: JsonSchema): boolean => type === 'null';

/** A type that has the values of both. */
function widen(first: JsonSchema | undefined, second: JsonSchema): JsonSchema {
  if (!first || first.const === second.const) return second;
  return { type: typeof second.const === 'boolean' ? 'boolean' : 'string' };
}

/** One object with the members of all; a member is required if all of them require it. */
function mergeObjects(choices: readonly JsonSchema[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const choice of choices)
    for (const [name, schema] of Object.entries(choice.properties ?? {}))
      properties[name] = widen(properties[name], schema);
  const required = Object.keys(properties).filter((name) => choices.every((choice) => choice.required?.includes(name)));
  return { type: 'object', properties, required };
}

/** Every type of the document. Unknown forms of schemas are errors, so that no SDK gets a wrong type. */
export function readShapes({ components: { schemas } }: ApiDocument, methods: readonly SdkMethod[]): Shapes {
  const structs = new Map<string, Struct>();

  function shapeOf(schema: JsonSchema, name: string): Shape {
    if (schema.$ref !== undefined) return refShape(nameOfRef(schema.$ref));
    if (schema.properties) return structShape(schema, name);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return choiceShape(choices, name);
    const types = [schema.type ?? (typeof schema.const === 'undefined' ? [] : typeof schema.const)].flat();
    const nullable = types.includes('null');
    const [type, ...others] = types.filter((each) => each !== 'null');
    if (others.length > 0) return { kind: 'json', nullable };
    if (type === 'array') return { kind: 'list', of: shapeOf(schema.items ?? {}, name.replace(/s$/, '')), nullable };
    if (type === 'object') {
      const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
      return { kind: 'map', of: shapeOf(values, name), nullable };
    }
    if (type === 'string') return { kind: schema.format === 'date-time' ? 'time' : 'string', nullable };
    if (type === 'boolean') return { kind: schema.const === true ? 'true' : 'boolean', nullable };
    if (type === 'integer' || type === 'number') return { kind: type, nullable };
    if (schema.enum?.every((value) => value === null || typeof value === 'string')) return { kind: 'string', nullable };
    if (type === undefined && !schema.enum) return { kind: 'json', nullable };
    throw new Error(`The schema of ${name} has an unknown form: ${JSON.stringify(schema)}`);
  }

  function choiceShape(choices: readonly JsonSchema[], name: string): Shape {
    const given = choices.filter((choice) => !isNull(choice));
    const nullable = given.length < choices.length;
    const flat = given.flatMap((choice) => (choice.properties ? [choice] : (choice.anyOf ?? choice.oneOf ?? [choice])));
    const [first] = flat;
    if (first && flat.length === 1) return { ...shapeOf(first, name), nullable };
    if (flat.every(({ properties }) => properties)) return { ...structShape(mergeObjects(flat), name), nullable };
    const types = flat.map(({ type }) => type).join();
    if (types === 'string,integer') return { kind: 'id', nullable };
    if (types === 'string,array') return { kind: 'texts', nullable };
    throw new Error(`The choice of ${name} has an unknown form: ${JSON.stringify(choices)}`);
  }

  function refShape(name: string): Shape {
    if (name === 'Event') return { kind: 'event', nullable: false };
    if (name === 'JsonValue') return { kind: 'json', nullable: false };
    if (name === 'ErrorCode') return { kind: 'string', nullable: false };
    return shapeOf(schemas[name] ?? {}, name);
  }

  function structShape({ properties = {}, required = [], description = '', type }: JsonSchema, name: string): Shape {
    const nullable = [type].flat().includes('null');
    if (!structs.has(name)) {
      structs.set(name, { name, description, members: [] });
      const members = Object.entries(properties).map(([member, schema]) => ({
        name: member,
        description: schema.description ?? '',
        required: required.includes(member),
        shape: shapeOf(schema, name + toPascal(member)),
      }));
      structs.set(name, { name, description, members });
    }
    return { kind: 'struct', name, nullable };
  }

  for (const name of Object.keys(schemas)) refShape(name);
  for (const { input } of methods) if (input && !schemas[input.name]) structShape(input, input.name);
  return {
    structs,
    events: eventsOf(schemas),
    codes: (schemas.ErrorCode?.anyOf ?? []).flatMap((choice) => choice.enum ?? []).map(String),
  };
}

function eventsOf(schemas: Readonly<Record<string, JsonSchema>>): Shapes['events'] {
  return (schemas.Event?.oneOf ?? []).map(({ $ref }) => {
    const envelope = nameOfRef($ref ?? '');
    const { properties, description = '' } = schemas[envelope] ?? {};
    return {
      type: String(properties?.event?.const),
      envelope,
      data: nameOfRef(properties?.data?.$ref ?? ''),
      description,
    };
  });
}

/** The names of the structs that a struct consists of, itself included. */
export function reach(structs: Shapes['structs'], roots: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const { shape } of structs.get(name)?.members ?? []) visitShape(shape);
  };
  const visitShape = (shape: Shape): void => {
    if (shape.kind === 'struct') visit(shape.name);
    if (shape.kind === 'list' || shape.kind === 'map') visitShape(shape.of);
  };
  roots.forEach(visit);
  return found;
}

/** The type of the entries of a list. */
export function entryShape({ answer, paging }: SdkMethod, { structs }: Shapes): Shape {
  const items = structs.get(answer)?.members.find(({ name }) => name === paging?.items)?.shape;
  if (items?.kind !== 'list') throw new Error(`${answer} is not a list.`);
  return items.of;
}
