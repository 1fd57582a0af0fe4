import { type ChangeOutcome, storeEdit, storeIdentityChange, storeRevocation } from '../storage/change-store.ts';
import { storePending } from '../storage/pending-store.ts';
import { type Addressed, type Applied, type ApplyContext, nothingApplied } from './apply-context.ts';

/** News about a message or a person. */
export type Change = Addressed<'edited'> | Addressed<'revoked'> | Addressed<'identity'>;

async function store({ sql }: ApplyContext, { account, item }: Change): Promise<ChangeOutcome> {
  switch (item.kind) {
    case 'edited':
      return storeEdit(sql, {
        accountId: account.id,
        providerMessageId: item.providerMessageId,
        text: item.text,
        at: item.at,
        by: item.by ?? null,
      });
    case 'revoked':
      return storeRevocation(sql, {
        accountId: account.id,
        providerMessageId: item.providerMessageId,
        at: item.at,
        by: item.by ?? null,
      });
    case 'identity': {
      const { previousAddress, newAddress } = item;
      const changed = await storeIdentityChange(sql, {
        tenantId: account.tenantId,
        channel: account.channel,
        previousAddress,
        newAddress,
      });
      return changed ? 'changed' : 'repeated';
    }
  }
}

/** Keeps an edit or a revocation until its message comes. */
async function wait({ sql }: ApplyContext, { account, item }: Change): Promise<void> {
  if (item.kind === 'identity') return;
  const kept = item.kind === 'edited' ? { ...item, raw: null } : item;
  await storePending(sql, [{ accountId: account.id, providerMessageId: item.providerMessageId, item: kept }]);
}

/**
 * Edits, revocations and new addresses: kept on what is stored; the source has no event for them. One that comes before
 * its message waits for it.
 */
export async function applyChanges(context: ApplyContext, changes: readonly Change[]): Promise<Applied> {
  const applied = nothingApplied();
  for (const change of changes) {
    const outcome = await store(context, change);
    if (outcome === 'absent') await wait(context, change);
    if (outcome === 'repeated') applied.repeated++;
    else applied.stored++;
  }
  return applied;
}
