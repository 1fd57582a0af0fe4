import { useTexts } from '../../i18n/language-context.tsx';
import { accountTexts } from '../../texts/account.ts';
import { TextField } from '../../ui/fields/field.tsx';

/** Asks for the current password, to prove that the member is present; form field `password`. */
export function CurrentPasswordField() {
  const t = useTexts(accountTexts);
  return (
    <TextField
      label={t('current_password')}
      name="password"
      type="password"
      autoComplete="current-password"
      maxLength={200}
      required
    />
  );
}
