import type { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import type { Cipher } from '@parley/database/encryption';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { openQuarantined } from '@parley/messaging/quarantine';
import { spellingsOf } from './erase-store.ts';

const PAGE = 50;
/** Shorter texts would match too much unrelated content. */
const NAMES_SOMEBODY = 5;

const readPage = defineStatement({
  name: 'inbound.quarantined-page',
  text: `SELECT q.id, q.payload FROM quarantined_elements q
          WHERE q.tenant_id = $1 AND q.channel = $2 AND q.first_at <= $3 AND q.id > $4 ORDER BY q.id LIMIT ${PAGE}`,
  params: { tenantId: 'int4', channel: 'text', foundAt: 'timestamptz', after: 'int8' },
  row: { id: 'int8', payload: 'text' },
});

const removeElements = defineStatement({
  name: 'inbound.remove-quarantined-of-person',
  text: 'DELETE FROM quarantined_elements WHERE tenant_id = $1 AND id = ANY ($2)',
  params: { tenantId: 'int4', ids: 'int8[]' },
});

/** Quarantined elements of the person's channel that name them: their content is encrypted, so each is opened and read. */
export async function removeQuarantinedOf(
  sql: Sql,
  cipher: Pick<Cipher, 'decrypt'>,
  person: ErasedPerson,
): Promise<number> {
  const { tenant_id: tenantId, channel } = person;
  const foundAt = new Date(person.found_at);
  const names = spellingsOf(person.addresses).filter((address) => address.length >= NAMES_SOMEBODY);
  let removed = 0;
  let after = '0';
  for (;;) {
    const page = await readPage.all(sql, { tenantId, channel, foundAt, after });
    const last = page.at(-1);
    if (!last) return removed;
    after = last.id;
    const theirs = page.filter(({ payload }) => {
      const content = openQuarantined(cipher, tenantId, payload);
      return names.some((name) => content.includes(name));
    });
    if (theirs.length > 0) removed += await removeElements.run(sql, { tenantId, ids: theirs.map(({ id }) => id) });
  }
}
