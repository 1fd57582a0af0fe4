import { changeAddress } from '@parley/messaging/people/change-address';
import { decideChanges } from '../domain/decide-changes.ts';
import { type Addressed, type Applied, type ApplyContext, nothingApplied } from './apply-context.ts';

/** A change of a message or a person. */
export type Change = Addressed<'edited'> | Addressed<'revoked'> | Addressed<'identity'>;
type MessageChange = Exclude<Change, Addressed<'identity'>>;

const isNewAddress = (change: Change): change is Addressed<'identity'> => change.item.kind === 'identity';
const isOfMessage = (change: Change): change is MessageChange => change.item.kind !== 'identity';

/** Returns whether it changed anything. */
const storeIdentity = ({ sql }: ApplyContext, { account, item }: Addressed<'identity'>): Promise<boolean> =>
  changeAddress(sql, {
    tenantId: account.tenantId,
    channel: account.channel,
    previousAddress: item.previousAddress,
    newAddress: item.newAddress,
  });

/** Stores edits and revocations until their messages arrive. */
const wait = ({ store }: ApplyContext, changes: readonly MessageChange[]): Promise<void> =>
  store.storePending(
    changes.map(({ account, item }) => ({
      accountId: account.id,
      providerMessageId: item.providerMessageId,
      item: item.kind === 'edited' ? { ...item, raw: null } : item,
    })),
  );

export interface AppliedChanges extends Applied {
  /** Tenants with a changed message; there is no event for it. */
  changedTenantIds: number[];
}

async function applyToMessages(context: ApplyContext, changes: readonly MessageChange[]): Promise<AppliedChanges> {
  const found = await context.store.lockChangedMessages(
    changes.map(({ account, item }) => ({ channelAccountId: account.id, providerMessageId: item.providerMessageId })),
  );
  const { outcomes, messages } = decideChanges(
    changes.map(({ item }, index) => {
      const message = found[index];
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
  await context.store.writeChanges(messages);
  await wait(
    context,
    changes.filter((_, index) => outcomes[index] === 'absent'),
  );
  const repeated = outcomes.filter((outcome) => outcome === 'repeated').length;
  const changedTenantIds = changes.flatMap(({ account }, index) =>
    outcomes[index] === 'changed' ? [account.tenantId] : [],
  );
  return { ...nothingApplied(), stored: changes.length - repeated, repeated, changedTenantIds };
}

/**
 * Applies edits, revocations and new addresses to stored rows; there is no event for them. A change that arrives before
 * its message waits for it. New addresses come first: contacts and conversations are locked before messages.
 */
export async function applyChanges(context: ApplyContext, changes: readonly Change[]): Promise<AppliedChanges> {
  let moved = 0;
  const identities = changes.filter(isNewAddress);
  for (const identity of identities) if (await storeIdentity(context, identity)) moved++;
  const applied = await applyToMessages(context, changes.filter(isOfMessage));
  const repeated = applied.repeated + identities.length - moved;
  return { ...applied, stored: applied.stored + moved, repeated };
}
