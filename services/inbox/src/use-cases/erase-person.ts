import {
  type erasePerson as contract,
  type EraseProgress,
  eraseProgress,
  hasErased,
} from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import type { InboxService } from '../service.ts';
import { removeQuarantinedOf } from '../storage/erase-quarantined-store.ts';
import { countLeftOf, removeMessagesOf, removeTracesOf } from '../storage/erase-store.ts';

/**
 * Erases a batch of a person's messages, then everything else of them at once: notes, reactions, waiting updates, quarantined
 * and unknown elements, conversations, contacts. services/accounts runs the job.
 */
export async function erasePerson(
  { database, cipher }: InboxService,
  { person }: InputOf<typeof contract.inbox>,
): Promise<EraseProgress> {
  const erased = await database.prismaTransaction(async ({ sql, prisma }) => {
    const messages = await removeMessagesOf(sql, person);
    if (hasErased(messages)) return messages;
    const quarantined = await removeQuarantinedOf(prisma, cipher, person);
    return { ...(await removeTracesOf(sql, person)), quarantined_elements: quarantined };
  });
  if (hasErased(erased)) return eraseProgress(erased);
  return { erased, cursor: null, waiting: await countLeftOf(database, person) };
}
