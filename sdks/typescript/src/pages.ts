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
export interface List<Answer, Item> extends Promise<Answer>, AsyncIterable<Item> {
  /** Every page, one call each. */
  pages(): AsyncIterable<Answer>;
}

type Members = Readonly<Record<string, unknown>>;

/** A promise that makes its call when someone waits for it or iterates over it. */
class LazyList<Answer extends object, Item> extends Promise<Answer> implements List<Answer, Item> {
  readonly #read: (position: object) => Promise<Answer>;
  readonly #paging: Paging;
  #first: Promise<Answer> | undefined;

  constructor(read: (position: object) => Promise<Answer>, paging: Paging) {
    super(() => {});
    this.#read = read;
    this.#paging = paging;
  }

  /** `then`, `catch` and `finally` return no list. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // biome-ignore lint/suspicious/noThenProperty: a list is awaited for its first page
  override then<Kept = Answer, Caught = never>(
    resolve?: ((page: Answer) => Kept | PromiseLike<Kept>) | null,
    reject?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Kept | Caught> {
    this.#first ??= this.#read({});
    return this.#first.then(resolve, reject);
  }

  async *pages(): AsyncGenerator<Answer> {
    const { position, next, more } = this.#paging;
    let at: object = {};
    for (;;) {
      const page = await this.#read(at);
      yield page;
      // safe: the fields are those of the answer's contract
      const members = page as Members;
      if (more === undefined ? members[next] === null : members[more] !== true) return;
      at = { [position]: members[next] };
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    // safe: as above
    for await (const page of this.pages()) yield* (page as Members)[this.#paging.items] as Item[];
  }
}

/** Makes a list of calls; the first call is made when the list is awaited or iterated. */
export const makeList = <Answer extends object, Item>(
  read: (position: object) => Promise<Answer>,
  paging: Paging,
): List<Answer, Item> => new LazyList(read, paging);
