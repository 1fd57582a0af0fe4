import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { accountTexts } from '../../texts/account.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyBlock } from '../../ui/buttons/copy-block.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { QrCode } from '../../ui/phone/qr-code.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

type Confirm = ReturnType<typeof useChange<'confirm-second-factor'>>;

/** Adds the account to an authenticator, which then shows a first code. */
function CodeForm({ of, change }: { of: OutputOf<'start-second-factor'>; change: Confirm }) {
  const t = useTexts(accountTexts);
  return (
    <Form action={t('turn_on')} change={change} onSubmit={(form) => change.mutate({ code: textOf(form, 'code') })}>
      <p>{t('scan_lead')}</p>
      <QrCode text={of.url} label={t('qr')} />
      <CopyBlock label={t('secret')} value={of.secret} />
      <TextField
        label={t('code')}
        name="code"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        required
      />
    </Form>
  );
}

function RecoveryCodes({ of, onClose }: { of: OutputOf<'confirm-second-factor'>; onClose: () => void }) {
  const t = useTexts(accountTexts);
  return (
    <>
      <p role="status">{t('recovery_lead')}</p>
      <CopyBlock label={t('recovery_codes')} value={of.recovery_codes.join('\n')} />
      <Button look="primary" onClick={onClose}>
        {t('kept')}
      </Button>
    </>
  );
}

/** Sets up an authenticator: password, QR code and a first code, then the recovery codes, which are shown once. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(accountTexts);
  const start = useChange('start-second-factor');
  const confirm = useChange('confirm-second-factor', { refreshes: ['me'] });
  const begun = start.data && <CodeForm of={start.data} change={confirm} />;
  const done = confirm.data && <RecoveryCodes of={confirm.data} onClose={onClose} />;
  return (
    <FormDialog
      title={t('set_up')}
      action={t('next')}
      change={start}
      instead={done ?? begun}
      isShownOnce={done !== undefined}
      onSubmit={(form) => start.mutate({ password: String(form.get('password')) })}
      onClose={onClose}
    >
      <CurrentPasswordField />
    </FormDialog>
  );
}
