import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { textOf } from '../../ui/form-values.ts';
import type { Recipient } from './kinds.ts';
import { notificationsTexts } from './texts.ts';

/** Asks for the six digits of the SMS. */
export function ConfirmPhoneDialog({ of, onClose }: { of: Recipient; onClose: () => void }) {
  const t = useTexts(notificationsTexts);
  const confirm = useChange('confirm-recipient', { refreshes: ['list-recipients'] });
  return (
    <FormDialog
      title={t('confirm_phone')}
      action={t('confirm_phone')}
      change={confirm}
      onSubmit={(form) => confirm.mutate({ id: of.id, code: textOf(form, 'code') }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={t('code')}
        hint={t('code_hint')}
        name="code"
        dir="ltr"
        inputMode="numeric"
        pattern="\d{6}"
        autoComplete="one-time-code"
        required
      />
    </FormDialog>
  );
}
