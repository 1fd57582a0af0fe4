import { Link } from '@tanstack/react-router';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { signInTexts } from '../../texts/sign-in.ts';
import { ChosenPasswordField } from '../../ui/fields/chosen-password-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Door } from './door.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Sets a new password through a link from a mail. */
export function NewPasswordPage() {
  const t = useTexts(signInTexts);
  const token = useLinkToken();
  const reset = useChange('reset-password');
  const submit = (form: FormData): void => reset.mutate({ token: token ?? '', password: String(form.get('password')) });
  return (
    <Door title={t('new_password')}>
      {!token && <p>{t('no_link')}</p>}
      {reset.isSuccess && <p role="status">{t('password_set')}</p>}
      {token && !reset.isSuccess && (
        <Form action={t('set_password')} change={reset} onSubmit={submit}>
          <ChosenPasswordField label={t('new_password')} />
        </Form>
      )}
      <Link to="/sign-in" className="underline">
        {t('back')}
      </Link>
    </Door>
  );
}
