import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { keysTexts } from '../../texts/keys.ts';
import { uiTexts } from '../../texts/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import type { Key } from './key-fields.tsx';

/** Asks before a key is revoked, and whether the messages that it has scheduled are cancelled too. */
export function RevokeDialog({ of, onClose }: { of: Key; onClose: () => void }) {
  const t = useTexts(keysTexts);
  const ui = useTexts(uiTexts);
  const { instance_id } = of;
  const { data: known, error } = useOperation('get-key', { instance_id });
  const revoke = useChange('revoke-key', { refreshes: ['list-keys', 'get-key'] });
  const count = known?.scheduled_messages ?? 0;
  const isDisabled = revoke.isPending || known === undefined;
  const run = (cancel_scheduled?: boolean): void =>
    revoke.mutate(
      { instance_id, ...(cancel_scheduled === undefined ? {} : { cancel_scheduled }) },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={t('revoke_title', { label: of.label })} isOpen onClose={onClose}>
      <p>{t('revoke_lead')}</p>
      {count > 0 && <p>{t('scheduled', { count })}</p>}
      <Problem error={error ?? revoke.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{ui('cancel')}</Button>
        {count > 0 && (
          <Button disabled={isDisabled} onClick={() => run(false)}>
            {t('revoke_keeping')}
          </Button>
        )}
        <Button look="danger" disabled={isDisabled} onClick={() => run(count > 0 ? true : undefined)}>
          {count > 0 ? t('revoke_cancelling') : t('revoke')}
        </Button>
      </div>
    </Dialog>
  );
}
