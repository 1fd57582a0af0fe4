import type { PrismaTransaction } from '@parley/database/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { UnreadPerson } from '../domain/search-words.ts';

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

/** Contacts without lexemes, locked: names and addresses change under the same lock. */
export const lockPeopleWithoutWords = async (sql: Sql, count: number): Promise<number[]> =>
  (await lockUnread.all(sql, { limit: String(count) })).map(({ id }) => id);

export async function readPeople(prisma: PrismaTransaction['prisma'], ids: readonly number[]): Promise<UnreadPerson[]> {
  const select = { id: true, tenantId: true, name: true, username: true, phone: true };
  const addresses = { select: { address: true }, orderBy: { address: 'asc' } } as const;
  const people = await prisma.contact.findMany({ where: { id: { in: [...ids] } }, select: { ...select, addresses } });
  return people.map((person) => ({ ...person, addresses: person.addresses.map(({ address }) => address) }));
}

export async function writePeopleWords(sql: Sql, words: readonly { id: number; lexemes: string[] }[]): Promise<void> {
  await write.run(sql, words, {});
}
