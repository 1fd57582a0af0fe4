/** Deepest accepted nesting; JSON.stringify and PostgreSQL fail only at much deeper ones. */
export const MAX_DEPTH = 64;

const childrenOf = (value: object): unknown[] => (Array.isArray(value) ? value : Object.values(value));
const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

/** Whether arrays and objects are nested deeper than `maxDepth`. Works for any depth. */
export function isTooDeep(value: unknown, maxDepth = MAX_DEPTH): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const nested = level.filter(isNested);
    if (nested.length > 0 && depth >= maxDepth) return true;
    level = nested.flatMap(childrenOf);
  }
  return false;
}

/** Applies `change` to every text of a value, including keys; works for any depth. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  const root: { value?: unknown } = {};
  const open: { from: unknown; put(made: unknown): void }[] = [
    {
      from: value,
      put: (made) => {
        root.value = made;
      },
    },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { from, put } = next;
    if (typeof from === 'string') put(change(from));
    else if (!isNested(from)) put(from);
    else if (Array.isArray(from)) {
      const made: unknown[] = new Array(from.length);
      put(made);
      for (let index = from.length - 1; index >= 0; index--)
        open.push({
          from: from[index],
          put: (part) => {
            made[index] = part;
          },
        });
    } else {
      const entries = Object.entries(from).map(([key, part]) => [change(key), part] as const);
      // Keys are added before their values are built, so that the order is kept.
      const made: Record<string, unknown> = Object.fromEntries(entries.map(([key]) => [key, null]));
      put(made);
      for (const [key, part] of entries)
        open.push({
          from: part,
          put: (one) => Object.defineProperty(made, key, { value: one, enumerable: true, writable: true }),
        });
    }
  }
  return root.value;
}

/** JSON of a value of any depth; `JSON.stringify` runs out of stack at some thousand levels. */
export function writeJson(value: unknown): string {
  if (!isTooDeep(value, 1000)) return JSON.stringify(value) ?? 'null';
  const out: string[] = [];
  /** Stack of written strings and of values that are not written yet. */
  const open: ({ text: string } | { value: unknown })[] = [{ value }];
  for (let next = open.pop(); next; next = open.pop()) {
    if ('text' in next) out.push(next.text);
    else if (!isNested(next.value)) out.push(JSON.stringify(next.value) ?? 'null');
    else {
      const isList = Array.isArray(next.value);
      const parts = Object.entries(next.value).map(([key, part], index) => [
        { text: `${index === 0 ? '' : ','}${isList ? '' : `${JSON.stringify(key)}:`}` },
        { value: part as unknown },
      ]);
      const all = [{ text: isList ? '[' : '{' }, ...parts.flat(), { text: isList ? ']' : '}' }];
      for (let index = all.length - 1; index >= 0; index--) {
        const one = all[index];
        if (one) open.push(one);
      }
    }
  }
  return out.join('');
}
