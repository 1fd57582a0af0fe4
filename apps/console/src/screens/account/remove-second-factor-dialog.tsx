import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { accountTexts } from './texts.ts';

export function RemoveSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(accountTexts);
  const remove = useChange('remove-second-factor', { refreshes: ['me'] });
  const submit = (form: FormData): void =>
    remove.mutate({ password: String(form.get('password')) }, { onSuccess: onClose });
  return (
    <Dialog title={t('turn_off')} isOpen onClose={onClose}>
      <p>{t('turn_off_lead')}</p>
      <Form action={t('turn_off')} isBusy={remove.isPending} error={remove.error} onSubmit={submit}>
        <CurrentPasswordField />
      </Form>
    </Dialog>
  );
}
