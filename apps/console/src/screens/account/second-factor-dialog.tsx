import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyBlock } from '../../ui/copy-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { textOf } from '../../ui/form-values.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { accountTexts } from './texts.ts';

/** Sets up an authenticator: password, QR code and a first code, then the recovery codes, which are shown once. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(accountTexts);
  const start = useChange('start-second-factor');
  const confirm = useChange('confirm-second-factor', { refreshes: ['me'] });
  return (
    <Dialog title={t('set_up')} isOpen isShownOnce={confirm.data !== undefined} onClose={onClose}>
      {!start.data && (
        <Form
          action={t('next')}
          isBusy={start.isPending}
          error={start.error}
          onSubmit={(form) => start.mutate({ password: String(form.get('password')) })}
        >
          <CurrentPasswordField />
        </Form>
      )}
      {start.data && !confirm.data && (
        <Form
          action={t('turn_on')}
          isBusy={confirm.isPending}
          error={confirm.error}
          onSubmit={(form) => confirm.mutate({ code: textOf(form, 'code') })}
        >
          <p>{t('scan_lead')}</p>
          <QrCode text={start.data.url} label={t('qr')} />
          <CopyBlock label={t('secret')} value={start.data.secret} />
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
      )}
      {confirm.data && (
        <>
          <p role="status">{t('recovery_lead')}</p>
          <CopyBlock label={t('recovery_codes')} value={confirm.data.recovery_codes.join('\n')} />
          <Button look="primary" onClick={onClose}>
            {t('kept')}
          </Button>
        </>
      )}
    </Dialog>
  );
}
