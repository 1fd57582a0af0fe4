import { useTexts } from '../../i18n/language-context.tsx';
import { TextField } from '../../ui/field.tsx';
import { accountTexts } from './texts.ts';

/** Proves that it is the member who asks; the form has it under `password`. */
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
