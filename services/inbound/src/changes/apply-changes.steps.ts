import { at } from '@parley/common/at';
import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import { changeAddress } from '@parley/messaging/people/change-address';
import type { Addressed, AddressedChange } from '../batch/addressed.rules.ts';
import { type Applied, nothingApplied } from '../batch/applied.rules.ts';
import type { ApplyTransaction } from '../batch/apply-transaction.rules.ts';
import { storePending } from '../pending/pending.store.ts';
import { messageChanged } from './build-change-events.rules.ts';
import { lockChangedMessages, writeChanges } from './change.store.ts';
import { decideChanges } from './decide-changes.rules.ts';

type MessageChange = Exclude<AddressedChange, Addressed<'identity'>>;

const isNewAddress = (change: AddressedChange): change is Addressed<'identity'> => change.item.kind === 'identity';
const isOfMessage = (change: AddressedChange): change is MessageChange => change.item.kind !== 'identity';

/** Returns whether it changed anything. */
const storeIdentity = ({ sql }: ApplyTransaction, { account, item }: Addressed<'identity'>): Promise<boolean> =>
  changeAddress(sql, {
    tenantId: account.tenantId,
    channel: account.channel,
    previousAddress: item.previousAddress,
    newAddress: item.newAddress,
  });

/** Stores edits and revocations until their messages arrive. */
const wait = ({ sql }: ApplyTransaction, changes: readonly MessageChange[]): Promise<void> =>
  storePending(
    sql,
    changes.map(({ account, item }) => ({
      accountId: account.id,
      providerMessageId: item.providerMessageId,
      item: item.kind === 'edited' ? { ...item, raw: null } : item,
    })),
  );

export interface AppliedChanges extends Applied {
  /** Tenants with a changed message; its event is opt-in. */
  changedTenantIds: number[];
}

async function applyToMessages(
  transaction: ApplyTransaction,
  changes: readonly MessageChange[],
): Promise<AppliedChanges> {
  const found = await lockChangedMessages(
    transaction.sql,
    changes.map(({ account, item }) => ({ channelAccountId: account.id, providerMessageId: item.providerMessageId })),
  );
  const { outcomes, results, messages } = decideChanges(
    changes.map(({ item }, index) => {
      const message = at(found, index);
      return {
        kind: item.kind,
        text: item.kind === 'edited' ? item.text : null,
        at: item.at,
        by: item.by ?? null,
        message,
        isPart: message !== undefined && message.providerMessageId !== item.providerMessageId,
      };
    }),
  );
  await writeChanges(transaction.sql, messages);
  await wait(
    transaction,
    changes.filter((_, index) => at(outcomes, index) === 'absent'),
  );
  const repeated = outcomes.filter((outcome) => outcome === 'repeated').length;
  const changedTenantIds = changes.flatMap(({ account }, index) =>
    at(outcomes, index) === 'changed' ? [account.tenantId] : [],
  );
  const reportedAt = transaction.now();
  const events = changes.flatMap((change, index) => {
    const message = at(results, index);
    return message ? toOutboxRow(messageChanged(change, message, reportedAt)) : [];
  });
  return { ...nothingApplied(), stored: changes.length - repeated, repeated, events, changedTenantIds };
}

/**
 * Applies edits, revocations and new addresses to stored rows; edits and revocations have opt-in events. A change that
 * arrives before its message waits for it. New addresses come first: contacts and conversations are locked before messages.
 */
export async function applyChanges(
  transaction: ApplyTransaction,
  changes: readonly AddressedChange[],
): Promise<AppliedChanges> {
  let moved = 0;
  const identities = changes.filter(isNewAddress);
  for (const identity of identities) if (await storeIdentity(transaction, identity)) moved++;
  const applied = await applyToMessages(transaction, changes.filter(isOfMessage));
  const repeated = applied.repeated + identities.length - moved;
  return { ...applied, stored: applied.stored + moved, repeated };
}
