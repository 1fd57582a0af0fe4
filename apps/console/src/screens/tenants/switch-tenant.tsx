import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { tenantsTexts } from '../../texts/tenants.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Problem } from '../../ui/problems/problem.tsx';

/** Deactivates a tenant, after a question, and activates it again. */
export function SwitchTenant({ of: { slug, name, status } }: { of: OutputOf<'show-tenant'> }) {
  const t = useTexts(tenantsTexts);
  const [isAsking, setAsking] = useState(false);
  const change = useChange('update-tenant', { refreshes: ['show-tenant', 'list-tenant-activity'] });
  const turn = (next: 'active' | 'inactive'): void =>
    change.mutate({ slug, status: next }, { onSuccess: () => setAsking(false) });
  if (status === 'inactive')
    return (
      <div className="grid justify-items-start gap-2">
        <Button disabled={change.isPending} onClick={() => turn('active')}>
          {t('activate')}
        </Button>
        <Problem error={change.error} />
      </div>
    );
  return (
    <div>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('deactivate')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('deactivate_title', { name })}
          action={t('deactivate')}
          change={change}
          onConfirm={() => turn('inactive')}
          onClose={() => setAsking(false)}
        >
          {t('deactivate_lead')}
        </ConfirmDialog>
      )}
    </div>
  );
}
