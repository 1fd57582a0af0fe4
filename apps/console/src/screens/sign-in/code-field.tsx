import { useTexts } from '../../i18n/language-context.tsx';
import { TextField } from '../../ui/field.tsx';
import { signInTexts } from './texts.ts';

/** A code of the second factor, requested after a correct password. */
export function CodeField() {
  const t = useTexts(signInTexts);
  return (
    <TextField label={t('code')} hint={t('code_hint')} name="code" autoComplete="one-time-code" autoFocus required />
  );
}
