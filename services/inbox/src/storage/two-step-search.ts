/** The searched table: it has `tenant_id`, an ascending id, and `words` that include the tenant's number. */
interface Searched {
  table: string;
  id: string;
  /** SQL of the least id that the first step scans. */
  least: string;
  /** SQL of the number of rows that the first step scans at most: frequent words fill a page there. */
  newest: string;
}

/**
 * SQL of the two steps of a search for `$2`, each with the ids of the tenant `$1` that are below `$3`, newest first and
 * at most `$4`, as `page`. The first scans the newest rows, and stops at the last one of the page; there the tenant is
 * a range, so that only the index over both columns has the order. The second uses the index of the words, and reads no
 * other tenant's rows: it is for what the first does not fill.
 */
export const twoSteps = ({ table, id, least, newest }: Searched) => ({
  amongNewest: `WITH page AS MATERIALIZED (
           SELECT n.id FROM (SELECT tenant_id, ${id} AS id, words FROM ${table}
                              WHERE (tenant_id, ${id}) < ($1, $3) AND (tenant_id, ${id}) >= ($1, ${least})
                              ORDER BY tenant_id DESC, ${id} DESC LIMIT ${newest}) n
            WHERE n.words @@ ($2::text)::tsquery ORDER BY n.tenant_id DESC, n.id DESC LIMIT $4)`,
  amongAll: `WITH found AS MATERIALIZED (
           SELECT ${id} AS id FROM ${table} WHERE words @@ ($2::text)::tsquery),
         page AS MATERIALIZED (SELECT id FROM found WHERE id < $3 ORDER BY id DESC LIMIT $4)`,
});
