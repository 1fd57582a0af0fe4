/** A list of a statement's array parameters that become columns. */
export interface UnnestColumns {
  /** The numbers of the parameters. */
  parameters: number[];
  /** The name that the statement gives each column; null where it names none. */
  names: string[] | null;
}

const UNNEST = /\bunnest\(((?:\s*\$\d+(?:::[\w[\]]+)*\s*,?)+)\)/g;
/** `unnest(…) WITH ORDINALITY AS w(a, b, ord)` */
const NAMED = /^\s*(?:WITH\s+ORDINALITY\s+)?(?:AS\s+)?(?!WITH\b)\w+\s*\(([\w\s,]+)\)/i;
/** `INSERT INTO t (a, b) SELECT * FROM unnest(…)` and `(a, b) IN (SELECT * FROM unnest(…))` */
const TARGETS = /\(([\w\s,.]+)\)\s*(?:IN\s*\(\s*)?SELECT\s+\*\s+FROM\s+$/i;

/** Every list of arrays that a statement unnests, with the names of its columns. */
export const readUnnest = (text: string): UnnestColumns[] =>
  [...text.matchAll(UNNEST)].map((found) => {
    const [whole, list = ''] = found;
    const named = NAMED.exec(text.slice(found.index + whole.length)) ?? TARGETS.exec(text.slice(0, found.index));
    return {
      parameters: [...list.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)),
      names: named?.[1]?.split(',').map((name) => name.trim().replace(/^\w+\./, '')) ?? null,
    };
  });

const wordsOf = (name: string): string[] => name.split('_');
const isPartOf = (part: string, whole: string): boolean => wordsOf(part).every((word) => wordsOf(whole).includes(word));
/** Whether a column's name is that of an item, or one is a short form of the other: `id` for `message_id`. */
const fits = (name: string, item: string): boolean => isPartOf(name, item) || isPartOf(item, name);

/** Columns whose names have nothing in common with their items, as `item:name`. */
const RENAMED: ReadonlySet<string> = new Set(['sealed:payload']);

/**
 * Finds columns that may get the array of another item: the parameters of a batch are matched by their order alone, and
 * their types do not distinguish two texts. A short form is accepted where it fits no other item of that type.
 */
export function findMisplacedColumns(text: string, items: readonly string[], types: readonly string[]): string[] {
  return readUnnest(text).flatMap(({ parameters, names }) => {
    const given = parameters.flatMap((parameter, index) => {
      const item = items[parameter - 1];
      return item === undefined ? [] : [{ item, type: types[parameter - 1], name: names?.[index] }];
    });
    return given.flatMap(({ item, type, name }) => {
      if (given.length < 2 || name === item || RENAMED.has(`${item}:${name}`)) return [];
      if (name === undefined) return [`${item} has no name`];
      const others = given.filter((other) => other.item !== item && other.type === type && fits(name, other.item));
      return fits(name, item) && others.length === 0 ? [] : [`${item} becomes ${name}`];
    });
  });
}
