import type { ItemOf } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { tenantsTexts } from '../../texts/tenants.ts';
import { Badge } from '../../ui/marks/badge.tsx';

/** Whether a tenant is active. */
export function TenantState({ of: { status } }: { of: Pick<ItemOf<'list-tenant-activity'>, 'status'> }) {
  const t = useTexts(tenantsTexts);
  return <Badge look={status === 'active' ? 'good' : 'plain'}>{t(status)}</Badge>;
}
