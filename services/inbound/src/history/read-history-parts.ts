import { at } from '@parley/common/at';
import { boundText } from '@parley/common/text/clean-text';
import type { Sql } from '@parley/database/sql';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import { upsertPeople } from '@parley/messaging/people/upsert-people';
import { readPastMessages, readPastPeople } from '@parley/providers/graph/wa-history';
import { boundId, MAX_NAME_LENGTH } from '@parley/providers/received/tidy-values';
import type { ConnectedAccount } from '../batch/account.rules.ts';
import { findAccountsById } from '../batch/account.store.ts';
import type { InboundService } from '../service.ts';
import { importAtOf, namesByAddress, toStaged } from './history.rules.ts';
import {
  deletePart,
  findKnownAddresses,
  keepNames,
  lockImportToRead,
  nextPart,
  noteContactsRead,
  noteHistoryRead,
  postponePart,
  stageMessages,
} from './history.store.ts';

/** Messages and people of one statement. */
const AT_ONCE = 500;

function* inPortions<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += AT_ONCE) yield items.slice(from, from + AT_ONCE);
}

/** Keeps the messages of a part until the parts that are still to come have arrived. */
async function readMessages(sql: Sql, account: ConnectedAccount, payload: unknown, now: Date): Promise<number> {
  const { channel, externalId } = account;
  const read = readPastMessages(payload, { channel, externalId }, now);
  const staged = toStaged(read.messages, now);
  for (const portion of inPortions(staged)) await stageMessages(sql, account.id, portion);
  const { progress, isDeclined } = read;
  const importAt = isDeclined && staged.length === 0 ? null : importAtOf(read, now);
  await noteHistoryRead(sql, { channelAccountId: account.id, at: now, progress, isDeclined, importAt });
  return read.leftOut;
}

/** Gives known people the names of the address book, and keeps the others for the people of the history. */
async function readPeople(sql: Sql, { id, tenantId }: ConnectedAccount, payload: unknown, now: Date): Promise<number> {
  const named = readPastPeople(payload).map(({ addresses, name, username }) => ({
    addresses: addresses.map(boundId),
    name: name === null ? null : boundText(name, MAX_NAME_LENGTH),
    username: username === null ? null : boundText(username, MAX_NAME_LENGTH),
  }));
  for (const people of inPortions(named)) {
    await keepNames(sql, id, namesByAddress(people));
    const known = await findKnownAddresses(
      sql,
      tenantId,
      people.flatMap(({ addresses }) => addresses),
    );
    const theirs = people.filter(({ addresses }) => addresses.some((address) => known.has(address)));
    const wanted = theirs.map((person) => ({ ...person, tenantId, channel: 'wa', phone: null }));
    if (wanted.length > 0) await upsertPeople(sql, wanted);
  }
  await noteContactsRead(sql, id, now);
  return 0;
}

/** Reads one part in a transaction; false when none is due. `onTaken` is called with its id before that. */
async function readOne(service: InboundService, onTaken: (id: string) => void): Promise<boolean> {
  const { unmappedDatabase, logger, now } = service;
  return unmappedDatabase.transaction(async (sql) => {
    const startedAt = now();
    const locked = await lockImportToRead(sql, startedAt);
    const part = locked && (await nextPart(sql, locked.channelAccountId, startedAt));
    if (!locked || !part) return false;
    onTaken(part.id);
    const account = (await findAccountsById(sql, [locked.channelAccountId])).get(locked.channelAccountId);
    if (account) {
      const read = part.field === 'history' ? readMessages : readPeople;
      const leftOut = await read(sql, account, part.payload, startedAt);
      if (leftOut > 0)
        logger.info(
          'history.elements-left-out',
          { account_id: account.id, elements: leftOut },
          'Elements of a history that are no messages were left out.',
        );
    }
    await deletePart(sql, part.id);
    return true;
  });
}

/** Reads the parts of histories that are due, one after the other; true when more may be due. */
export async function readHistoryParts(service: InboundService): Promise<boolean> {
  const { unmappedDatabase, logger, now } = service;
  const taken: string[] = [];
  try {
    return await retryConflicts(() => readOne(service, (id) => taken.push(id)));
  } catch (error) {
    if (taken.length === 0) throw error;
    const id = at(taken, taken.length - 1);
    logger.warn('history.part-not-read', { part_id: id, err: error }, 'A part of a history could not be read yet.');
    await postponePart(unmappedDatabase, id, now());
    return true;
  }
}
