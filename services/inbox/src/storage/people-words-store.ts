import type { Database } from '@parley/database/connect-database';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { PeopleWordsStore, PeopleWordsTransaction } from '../use-cases/index-people.ts';

/** Locks contacts in the order of their ids, as every other lock of contacts; two workers share the work. */
const lockUnread = defineStatement({
  name: 'inbox.lock-people-without-words',
  text: `SELECT id FROM contacts WHERE words IS NULL AND detached_at IS NULL
          ORDER BY id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
  params: { limit: 'int8' },
  row: { id: 'int4' },
});

const write = defineBatchStatement({
  name: 'inbox.write-words-of-people',
  text: `UPDATE contacts p SET words = array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(w.lexemes)))
           FROM unnest($1::int4[], $2::jsonb[]) AS w(id, lexemes) WHERE p.id = w.id`,
  items: { id: 'int4', lexemes: 'jsonb' },
});

const stepsOf = ({ sql, prisma }: PrismaTransaction): PeopleWordsTransaction => ({
  lockUnread: async (count) => (await lockUnread.all(sql, { limit: String(count) })).map(({ id }) => id),
  /** Runs in its own statement after the lock, because a statement sees one snapshot. */
  async read(ids) {
    const select = { id: true, tenantId: true, name: true, username: true, phone: true };
    const addresses = { select: { address: true }, orderBy: { address: 'asc' } } as const;
    const people = await prisma.contact.findMany({ where: { id: { in: [...ids] } }, select: { ...select, addresses } });
    return people.map((person) => ({ ...person, addresses: person.addresses.map(({ address }) => address) }));
  },
  async write(words) {
    await write.run(sql, words, {});
  },
});

/** Search lexemes of people; each step runs in its own transaction. */
export const makePeopleWordsStore = (database: Pick<Database, 'prismaTransaction'>): PeopleWordsStore => ({
  inTransaction: (work) =>
    retryConflicts(() => database.prismaTransaction((transaction) => work(stepsOf(transaction)))),
});
