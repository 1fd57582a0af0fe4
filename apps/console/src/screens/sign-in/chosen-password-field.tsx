import { useTexts } from '../../i18n/language-context.tsx';
import { TextField } from '../../ui/field.tsx';
import { signInTexts } from './texts.ts';

/** A password that is chosen here; the form has it under `password`, with its spaces. */
export function ChosenPasswordField({ label }: { label: string }) {
  const t = useTexts(signInTexts);
  return (
    <TextField
      label={label}
      hint={t('password_hint')}
      name="password"
      type="password"
      autoComplete="new-password"
      minLength={10}
      maxLength={200}
      required
    />
  );
}
