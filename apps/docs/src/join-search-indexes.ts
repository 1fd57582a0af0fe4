/** An index of MiniSearch as it is stored; only the parts that have ids. */
export interface StoredIndex {
  documentCount: number;
  nextId: number;
  documentIds: Record<string, unknown>;
  fieldIds: Record<string, number>;
  fieldLength: Record<string, unknown>;
  averageFieldLength: readonly number[];
  storedFields: Record<string, unknown>;
  dirtCount: number;
  /** Each term with the documents that have it, by field. */
  index: readonly (readonly [string, Readonly<Record<string, Readonly<Record<string, number>>>>])[];
  serializationVersion: number;
}

/** The same record under ids of the joined index. */
const shift = <Value>(record: Readonly<Record<string, Value>>, by: number): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).map(([id, value]) => [String(Number(id) + by), value]));

/** One index of the documents of two, which have the same fields. */
export function joinSearchIndexes(one: StoredIndex, other: StoredIndex): StoredIndex {
  const by = one.nextId;
  const terms = new Map(one.index.map(([term, fields]) => [term, { ...fields }]));
  for (const [term, fields] of other.index) {
    const known = terms.get(term) ?? {};
    for (const [field, documents] of Object.entries(fields))
      known[field] = { ...known[field], ...shift(documents, by) };
    terms.set(term, known);
  }
  const documentCount = one.documentCount + other.documentCount;
  return {
    ...one,
    documentCount,
    nextId: by + other.nextId,
    documentIds: { ...one.documentIds, ...shift(other.documentIds, by) },
    fieldLength: { ...one.fieldLength, ...shift(other.fieldLength, by) },
    averageFieldLength: one.averageFieldLength.map(
      (length, field) =>
        (length * one.documentCount + (other.averageFieldLength[field] ?? 0) * other.documentCount) / documentCount,
    ),
    storedFields: { ...one.storedFields, ...shift(other.storedFields, by) },
    index: [...terms],
  };
}

const LIST = '/@localSearchIndex';
const EVERY = '/@parleySearchIndex';
const STORED = /^export default (".*")$/s;

interface Loader {
  load(options: { id: string }): Promise<{ code?: string | null }>;
}

/**
 * A plugin of Vite. VitePress makes an index for each language and searches only that of the page; a reader of an Arabic
 * page also looks for English pages, and the other way round.
 */
export const joinLanguages = {
  name: 'parley:join-languages',
  enforce: 'pre' as const,
  resolveId: (id: string): string | undefined => (id === EVERY ? id : undefined),
  transform: (_code: string, id: string): string | undefined =>
    id === LIST ? `const every = () => import('${EVERY}');\nexport default { root: every, ar: every };` : undefined,
  async load(this: Loader, id: string): Promise<string | undefined> {
    if (id !== EVERY) return undefined;
    const read = async (language: string): Promise<StoredIndex> => {
      const { code } = await this.load({ id: LIST + language });
      const [, stored] = STORED.exec(code ?? '') ?? [];
      if (stored === undefined) throw new Error('VitePress stores its search index in another form now.');
      return JSON.parse(JSON.parse(stored));
    };
    const joined = joinSearchIndexes(await read('root'), await read('ar'));
    return `export default ${JSON.stringify(JSON.stringify(joined))}`;
  },
};
