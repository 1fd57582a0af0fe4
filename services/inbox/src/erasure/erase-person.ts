import { verb } from '@parley/bus/verb';
import { erasePerson as contract, eraseProgress, hasErased } from '@parley/common/contracts/internal/erase-data';
import type { InboxService } from '../service.ts';
import { countLeftOf, removeMessagesOf, removeQuarantinedOf, removeTracesOf } from './erase-person.store.ts';

/**
 * Erases a batch of a person's messages, then everything else of them at once: notes, reactions, waiting updates, quarantined
 * and unknown elements, conversations, contacts. services/accounts runs the job.
 */
export const erasePerson = verb(contract.inbox, async ({ database, cipher }: InboxService, { person }) => {
  const erased = await database.prismaTransaction(async ({ sql, prisma }) => {
    const messages = await removeMessagesOf(sql, person);
    if (hasErased(messages)) return messages;
    const quarantined = await removeQuarantinedOf(prisma, cipher, person);
    return { ...(await removeTracesOf(sql, person)), quarantined_elements: quarantined };
  });
  if (hasErased(erased)) return eraseProgress(erased);
  return { erased, cursor: null, waiting: await countLeftOf(database, person) };
});
