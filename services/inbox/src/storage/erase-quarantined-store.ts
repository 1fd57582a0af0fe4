import type { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import type { Cipher } from '@parley/database/encryption';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { openQuarantined } from '@parley/messaging/quarantine';
import { spellingsOf } from './erase-store.ts';

const PAGE = 50;
/** Shorter texts would match too much unrelated content. */
const NAMES_SOMEBODY = 5;

/**
 * Removes quarantined elements of the person's channel that name them: the content is encrypted, so each is decrypted
 * and read.
 */
export async function removeQuarantinedOf(
  { quarantinedElement: elements }: PrismaTransaction['prisma'],
  cipher: Pick<Cipher, 'decrypt'>,
  person: ErasedPerson,
): Promise<number> {
  const { tenantId, channel } = person;
  const foundAt = new Date(person.foundAt);
  const names = spellingsOf(person.addresses).filter((address) => address.length >= NAMES_SOMEBODY);
  let removed = 0;
  let after = 0n;
  for (;;) {
    const page = await elements.findMany({
      where: { tenantId, channel, firstAt: { lte: foundAt }, id: { gt: after } },
      select: { id: true, payload: true },
      orderBy: { id: 'asc' },
      take: PAGE,
    });
    const last = page.at(-1);
    if (!last) return removed;
    after = last.id;
    const theirs = page.filter(({ payload }) => {
      const content = openQuarantined(cipher, tenantId, payload);
      return names.some((name) => content.includes(name));
    });
    if (theirs.length === 0) continue;
    const where = { tenantId, id: { in: theirs.map(({ id }) => id) } };
    removed += (await elements.deleteMany({ where })).count;
  }
}
