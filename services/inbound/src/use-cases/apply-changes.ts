import { storeEdit, storeIdentityChange, storeRevocation } from '../storage/change-store.ts';
import { type Addressed, type Applied, type ApplyContext, nothingApplied } from './apply-context.ts';

/** News about a message or a person that is stored already. */
export type Change = Addressed<'edited'> | Addressed<'revoked'> | Addressed<'identity'>;

function store({ sql }: ApplyContext, { account, item }: Change): Promise<boolean> {
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
      return storeIdentityChange(sql, {
        tenantId: account.tenantId,
        channel: account.channel,
        previousAddress,
        newAddress,
      });
    }
  }
}

/** Edits, revocations and new addresses: kept on what is stored; the source has no event for them. */
export async function applyChanges(context: ApplyContext, changes: readonly Change[]): Promise<Applied> {
  const applied = nothingApplied();
  for (const change of changes) {
    if (await store(context, change)) applied.stored++;
    else applied.repeated++;
  }
  return applied;
}
