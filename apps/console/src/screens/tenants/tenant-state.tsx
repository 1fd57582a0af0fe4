import type { ItemOf } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { tenantsTexts } from './texts.ts';

/** Whether a tenant is active. */
export function TenantState({ of: { status } }: { of: Pick<ItemOf<'list-tenant-activity'>, 'status'> }) {
  const t = useTexts(tenantsTexts);
  return <Badge look={status === 'active' ? 'good' : 'plain'}>{t(status)}</Badge>;
}
