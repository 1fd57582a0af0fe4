import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import { TransactionConflict } from '@parley/database/transactions/retry-conflicts';
import type { MergedConversation } from '../bots/decide-merged-turns.ts';
import { mergeTurns } from '../bots/merge-turns.ts';
import { mergeConsents } from '../consent/merge-consents.ts';
import { mergeThreads } from '../threads/thread-owner.ts';
import {
  deleteContacts,
  findAddresses,
  insertAddresses,
  insertContacts,
  lockContacts,
  moveAddresses,
  renameContacts,
} from './contact-statements.ts';
import { lockConversationsOf, updateConversations } from './conversation-statements.ts';
import type { ConversationFacts } from './domain/conversation-facts.ts';
import { mergeConversations } from './domain/merge-conversations.ts';
import { type AddedAddress, type NamedPerson, type PersonPlan, planPeople } from './domain/plan-people.ts';
import { mergeLabels } from './merge-labels.ts';

/**
 * Attempts before giving up; each failure means that another transaction has just created or merged one of these
 * people.
 */
const MAX_LOOKS = 10;

/** Plans with locked contacts; null when an address has just moved to a contact that is not locked. */
async function lockAndPlan(sql: Sql, people: readonly NamedPerson[]): Promise<PersonPlan[] | null> {
  const addresses = people.flatMap(({ tenantId, channel, addresses }) =>
    [...new Set(addresses)].map((address) => ({ tenantId, channel, address })),
  );
  const locked = new Set((await lockContacts.all(sql, addresses, {})).map(({ id }) => id));
  const known = locked.size === 0 ? [] : await findAddresses.all(sql, addresses, {});
  return known.every(({ contactId }) => locked.has(contactId)) ? planPeople(people, known) : null;
}

/** Creates the missing contacts. Returns the contact of each plan. */
async function makeContacts(sql: Sql, plans: readonly PersonPlan[]): Promise<number[]> {
  const missing = plans.filter(({ contactId }) => contactId === null);
  const made = await insertContacts.all(
    sql,
    missing.map(({ tenantId, channel, names }) => ({ tenantId, channel, ...names })),
    {},
  );
  const ids = made.map(({ id }) => id).sort((a, b) => a - b);
  return plans.map(({ contactId }) => {
    const id = contactId ?? ids.shift();
    if (id === undefined) throw new Error('A contact was not made.');
    return id;
  });
}

/** Adds the missing addresses; false when another transaction has added one of them first. */
async function addAddresses(sql: Sql, plans: readonly PersonPlan[], contactIds: readonly number[]): Promise<boolean> {
  const added: AddedAddress[] = plans.flatMap(({ tenantId, channel, missing }, index) =>
    missing.map((address) => ({ tenantId, channel, address, contactId: at(contactIds, index) })),
  );
  const own = await insertAddresses.all(sql, added, {});
  if (own.length === added.length) return true;
  const owners = new Set(own.map(({ contactId }) => contactId));
  const unused = contactIds.filter((id, index) => at(plans, index).contactId === null && !owners.has(id));
  if (unused.length > 0) await deleteContacts.run(sql, { ids: unused });
  return false;
}

type Conversations = readonly Pick<ConversationFacts, 'id' | 'contactId' | 'channelAccountId'>[];

/** The merged conversations of each survivor. */
const mergedConversations = (
  merges: readonly { ids: readonly number[] }[],
  conversations: Conversations,
  surviving: Conversations,
): MergedConversation[] =>
  surviving.map(({ id: survivorId, contactId: keptId, channelAccountId: account }) => {
    const people = merges.find(({ ids }) => ids.includes(keptId))?.ids ?? [];
    const ofPerson = conversations.filter(
      ({ id, contactId, channelAccountId }) =>
        id !== survivorId && channelAccountId === account && people.includes(contactId),
    );
    return { survivorId, mergedIds: ofPerson.map(({ id }) => id) };
  });

/** Moves addresses, conversations and open bot turns of merged contacts to the kept contact. */
async function mergePeople(sql: Sql, plans: readonly PersonPlan[]): Promise<void> {
  const merges = plans.flatMap(({ contactId, mergedIds }) =>
    contactId !== null && mergedIds.length > 0 ? { contactId, ids: [contactId, ...mergedIds] } : [],
  );
  if (merges.length === 0) return;
  const moves = plans.flatMap(({ contactId, mergedIds }) =>
    mergedIds.map((mergedId) => ({ keptId: contactId ?? mergedId, mergedId })),
  );
  await moveAddresses.run(sql, moves, {});
  const conversations = await lockConversationsOf.all(sql, { contactIds: merges.flatMap(({ ids }) => ids) });
  const surviving = merges.flatMap(({ contactId, ids }) =>
    mergeConversations(
      contactId,
      conversations.filter((conversation) => ids.includes(conversation.contactId)),
    ),
  );
  await updateConversations.run(sql, surviving, {});
  const merged = mergedConversations(merges, conversations, surviving);
  await mergeTurns(sql, merged);
  await mergeThreads(sql, merged);
  await mergeLabels(sql, merged);
  await mergeConsents(sql, moves);
}

/**
 * Finds or creates the contact of each person, in order, and locks it: adds addresses, merges contacts that turn out to
 * be one person, stores the given names. Safe against concurrent transactions that do the same.
 */
export async function upsertPeople(sql: Sql, people: readonly NamedPerson[]): Promise<number[]> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    const plans = await lockAndPlan(sql, people);
    if (!plans) continue;
    const contactIds = await makeContacts(sql, plans);
    const isComplete = await addAddresses(sql, plans, contactIds);
    await renameContacts.run(
      sql,
      plans.flatMap(({ contactId, names, renamed }) =>
        contactId !== null && renamed ? { id: contactId, ...names } : [],
      ),
      {},
    );
    await mergePeople(sql, plans);
    if (!isComplete) continue;
    const found: number[] = [];
    for (const [index, { members }] of plans.entries())
      for (const member of members) found[member] = at(contactIds, index);
    return people.map((_, index) => at(found, index));
  }
  throw new TransactionConflict('Other transactions kept changing the same people.');
}
