/** The fields of a request and its answer that page through a list. */
export interface Paging {
  /** The request's field for the position of the next page. */
  position: string;
  /** The answer's field with the next position. */
  next: string;
  /** The answer's field with the entries. */
  items: string;
  /** The answer's flag for a further page; without it, `next` is null on the last page. */
  more?: string;
}

/** A list: `await` returns the first page, `for await` iterates over the entries of all pages. */
export interface List<Answer, Item> extends PromiseLike<Answer>, AsyncIterable<Item> {
  /** Every page, one call each. */
  pages(): AsyncIterable<Answer>;
}

type Members = Readonly<Record<string, unknown>>;

/** Makes a list of calls; the first call is made when the list is awaited or iterated. */
export function makeList<Answer extends object, Item>(
  read: (position: object) => Promise<Answer>,
  { position, next, items, more }: Paging,
): List<Answer, Item> {
  async function* pages(): AsyncGenerator<Answer> {
    let at: object = {};
    for (;;) {
      const page = await read(at);
      yield page;
      // safe: the fields are those of the answer's contract
      const members = page as Members;
      if (more === undefined ? members[next] === null : members[more] !== true) return;
      at = { [position]: members[next] };
    }
  }
  return {
    pages,
    // biome-ignore lint/suspicious/noThenProperty: a list is awaited for its first page
    then: (resolve, reject) => read({}).then(resolve, reject),
    async *[Symbol.asyncIterator]() {
      // safe: as above
      for await (const page of pages()) yield* (page as Members)[items] as Item[];
    },
  };
}
