import type { Database } from '@parley/database/connect-database';
import { retryConflicts } from '@parley/database/retry-conflicts';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { PeopleWordsStore, PeopleWordsTransaction } from '../use-cases/index-people.ts';

/** In the order of the ids, as everything that locks contacts does; two workers share the work. */
const lockUnread = defineStatement({
  name: 'inbound.lock-people-without-words',
  text: `SELECT id FROM contacts WHERE words IS NULL AND detached_at IS NULL
          ORDER BY id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
  params: { limit: 'int8' },
  row: { id: 'int4' },
});

/** A statement of its own after the lock, because a statement sees one snapshot. */
const readPeople = defineStatement({
  name: 'inbound.read-people-without-words',
  text: `SELECT p.id, p.tenant_id, p.name, p.username, p.phone,
                ARRAY(SELECT a.address FROM contact_addresses a WHERE a.contact_id = p.id ORDER BY a.address) AS addresses
           FROM contacts p WHERE p.id = ANY ($1)`,
  params: { ids: 'int4[]' },
  row: { id: 'int4', tenantId: 'int4', name: 'text?', username: 'text?', phone: 'text?', addresses: 'text[]!' },
});

const write = defineBatchStatement({
  name: 'inbound.write-words-of-people',
  text: `UPDATE contacts p SET words = array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(w.lexemes)))
           FROM unnest($1::int4[], $2::jsonb[]) AS w(id, lexemes) WHERE p.id = w.id`,
  items: { id: 'int4', lexemes: 'jsonb' },
});

const stepsOf = (sql: Sql): PeopleWordsTransaction => ({
  lockUnread: async (count) => (await lockUnread.all(sql, { limit: String(count) })).map(({ id }) => id),
  read: (ids) => readPeople.all(sql, { ids: [...ids] }),
  async write(words) {
    await write.run(sql, words, {});
  },
});

/** The words of people, in one transaction for each step. */
export const makePeopleWordsStore = (database: Pick<Database, 'transaction'>): PeopleWordsStore => ({
  inTransaction: (work) => retryConflicts(() => database.transaction((sql) => work(stepsOf(sql)))),
});
