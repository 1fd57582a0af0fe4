import { useTexts } from '../../i18n/language-context.tsx';
import { signInTexts } from '../../texts/sign-in.ts';
import { TextField } from '../../ui/fields/field.tsx';

/** A code of the second factor, requested after a correct password. */
export function CodeField() {
  const t = useTexts(signInTexts);
  return (
    <TextField label={t('code')} hint={t('code_hint')} name="code" autoComplete="one-time-code" autoFocus required />
  );
}
