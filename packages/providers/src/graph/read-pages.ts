import { z } from 'zod';
import type { ReadResult } from '../sent/send-outcome.ts';

/** A page of one of Graph's lists. */
export const ListPage = z.looseObject({
  data: z.array(z.unknown()),
  paging: z
    .looseObject({ cursors: z.looseObject({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});

/**
 * Reads a list page by page, `maxPages` at most. `readPage` gets the cursor of the page before; undefined: the first.
 * Entries of another form are left out.
 */
export async function readPages<Entry extends z.ZodType>(
  entry: Entry,
  maxPages: number,
  readPage: (after: string | undefined) => Promise<ReadResult<z.infer<typeof ListPage>>>,
): Promise<ReadResult<z.infer<Entry>[]>> {
  const found: z.infer<Entry>[] = [];
  let after: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const result = await readPage(after);
    if (!result.ok) return result;
    for (const given of result.value.data) {
      const parsed = entry.safeParse(given);
      if (parsed.success) found.push(parsed.data);
    }
    after = result.value.paging?.cursors?.after;
    // `after` is present on the last page too: only `next` shows that there are more.
    if (!result.value.paging?.next || !after) break;
  }
  return { ok: true, value: found };
}
