import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { accountTexts } from './texts.ts';

export function RemoveSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(accountTexts);
  const remove = useChange('remove-second-factor', { refreshes: ['me'] });
  const submit = (form: FormData): void =>
    remove.mutate({ password: String(form.get('password')) }, { onSuccess: onClose });
  return (
    <FormDialog
      title={t('turn_off')}
      lead={t('turn_off_lead')}
      action={t('turn_off')}
      change={remove}
      onSubmit={submit}
      onClose={onClose}
    >
      <CurrentPasswordField />
    </FormDialog>
  );
}
