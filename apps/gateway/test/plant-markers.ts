import type { z } from 'zod';

export interface Planted {
  /** The path of each planted marker: with dots, without indexes. */
  marks: Map<string, string>;
  /** Every leaf, including those without a marker. */
  leaves: Set<string>;
  /** How often a value was chosen from a closed list, by the name of its field. */
  choices: Map<string, number>;
}

let count = 0;
const PREFIXES = ['ins', 'plt', 'mem', 'ses', 'viw', 'evt', 'upl', 'inv'];
const ROW_PREFIXES = ['bot', 'src'];

/** Values in the formats of the contracts, each with a unique number. */
function* candidates(): Generator<string | number> {
  const mark = String(7_000_000 + ++count);
  yield `marker-${mark}`;
  for (const prefix of PREFIXES) yield `${prefix}_0000${mark}`;
  yield Number(mark);
  for (const prefix of ROW_PREFIXES) yield `${prefix}_${mark}`;
  yield mark;
  yield `2030-01-01T00:00:00.${mark}Z`;
  yield `https://${mark}.example/`;
  yield `m${mark}@shop.example`;
  yield `+491${mark}`;
}

// biome-ignore lint/suspicious/noExplicitAny: definitions of schemas differ by kind
const defOf = (schema: z.ZodType): any => schema.def; // safe: each is read after a check of its type

/**
 * One value of a schema with a marker at each leaf. A leaf from a closed list has no marker, and a different value each
 * time.
 */
export function plant(schema: z.ZodType, planted: Planted, path = ''): unknown {
  const def = defOf(schema);
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (def.innerType) return plant(def.innerType, planted, path);
  if (def.type === 'pipe') return plant(def.in, planted, path);
  if (def.type === 'array') return [plant(def.element, planted, path)];
  if (def.type === 'object') {
    const fields = Object.entries<z.ZodType>(def.shape);
    return Object.fromEntries(fields.map(([name, field]) => [name, plant(field, planted, at(name))]));
  }
  if (def.type === 'record') {
    const key = plant(def.keyType, planted, path);
    return { [String(key)]: plant(def.valueType, planted, path) };
  }
  if (def.type === 'union') {
    const values: unknown[] = def.options.map((option: z.ZodType) => plant(option, planted, path));
    const objects = values.filter((value) => typeof value === 'object' && value !== null);
    return objects.length > 0 ? Object.assign({}, ...objects) : values[0];
  }
  planted.leaves.add(path);
  const field = path.slice(path.lastIndexOf('.') + 1);
  const turn = (planted.choices.get(field) ?? 0) + 1;
  planted.choices.set(field, turn);
  if (def.type === 'enum') return Object.values(def.entries)[turn % Object.keys(def.entries).length];
  if (def.type === 'literal') return def.values[0];
  if (def.type === 'boolean') return turn % 2 === 0;
  const [first, ...others] = candidates();
  const value = [first, ...others].find((candidate) => schema.safeParse(candidate).success) ?? first;
  planted.marks.set(String(value).replace(/^.*?(7\d{6}).*$/, '$1'), path);
  return value;
}

export const nothingPlanted = (): Planted => ({ marks: new Map(), leaves: new Set(), choices: new Map() });

/** The paths of the markers that a text contains. */
export const findPlanted = (text: string, { marks }: Planted): string[] => [
  ...new Set([...marks].filter(([mark]) => text.includes(mark)).map(([, path]) => path)),
];
