const PAGE = 5_000;

/** Reads a list of the sandbox to its end: each page begins after the last entry of the page before. */
export async function readAllPages<Entry extends { seq: number }>(
  readPage: (range: { since: number; limit: number }) => Promise<readonly Entry[]>,
): Promise<Entry[]> {
  const all: Entry[] = [];
  for (;;) {
    const page = await readPage({ since: all.at(-1)?.seq ?? 0, limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
