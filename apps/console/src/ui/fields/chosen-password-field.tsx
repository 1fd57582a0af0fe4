import { useTexts } from '../../i18n/language-context.tsx';
import { uiTexts } from '../../texts/shell.ts';
import { TextField } from './field.tsx';

/** A field for a new password; the form has it under `name`, with its spaces. */
export function ChosenPasswordField({ label, name = 'password' }: { label: string; name?: string }) {
  const t = useTexts(uiTexts);
  return (
    <TextField
      label={label}
      hint={t('password_hint')}
      name={name}
      type="password"
      autoComplete="new-password"
      minLength={10}
      maxLength={200}
      required
    />
  );
}
