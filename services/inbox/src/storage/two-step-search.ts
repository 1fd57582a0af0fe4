/** The searched table: it has `tenant_id`, an ascending id, and `words` that include the tenant's number. */
interface Searched {
  table: string;
  id: string;
  /** The number of newest rows that are scanned one by one: frequent words fill a page there. */
  newest: number;
}

/**
 * SQL of the two steps of a search for `$2`, each with the ids of the tenant `$1` that are below `$3`, newest first and
 * at most `$4`, as `page`. The first scans the newest rows, and stops at the last one of the page; there the tenant is
 * a range, so that only the index over both columns has the order. The second uses the index of the words, and reads no
 * other tenant's rows.
 */
export const twoSteps = ({ table, id, newest }: Searched) => ({
  amongNewest: `WITH page AS MATERIALIZED (
           SELECT n.id FROM (SELECT tenant_id, ${id} AS id, words FROM ${table}
                              WHERE (tenant_id, ${id}) < ($1, $3) AND tenant_id >= $1 ORDER BY tenant_id DESC, ${id} DESC LIMIT ${newest}) n
            WHERE n.words @@ ($2::text)::tsquery ORDER BY n.tenant_id DESC, n.id DESC LIMIT $4)`,
  amongAll: `WITH found AS MATERIALIZED (
           SELECT ${id} AS id FROM ${table} WHERE words @@ ($2::text)::tsquery),
         page AS MATERIALIZED (SELECT id FROM found WHERE id < $3 ORDER BY id DESC LIMIT $4)`,
});

/** A page of a search: from the second step only when the first does not fill it. */
export async function findInTwoSteps<Row>(
  limit: number,
  steps: { amongNewest(): Promise<Row[]>; amongAll(): Promise<Row[]> },
): Promise<Row[]> {
  const newest = await steps.amongNewest();
  return newest.length === limit ? newest : steps.amongAll();
}
