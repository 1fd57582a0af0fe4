import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { ChosenPasswordField } from '../../ui/chosen-password-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { textOf } from '../../ui/form-values.ts';
import { Problem } from '../../ui/problem.tsx';
import { Door } from './door.tsx';
import { signInTexts } from './texts.ts';
import { useEnter } from './use-enter.ts';
import { useLinkToken } from './use-link-token.ts';

/** Who was invited chooses a name and a password, and is signed in. */
export function JoinPage() {
  const t = useTexts(signInTexts);
  const token = useLinkToken();
  const enter = useEnter();
  const shown = useChange('show-invitation');
  const accept = useChange('accept-invitation');
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (!token || asked.current === token) return;
    asked.current = token;
    shown.mutate({ token });
  }, [token, shown.mutate]);
  if (!token || !shown.data)
    return (
      <Door title={t('open_invitation')}>
        {token ? <Problem error={shown.error} /> : <p>{t('no_link')}</p>}
        <Link to="/sign-in" className="underline">
          {t('back')}
        </Link>
      </Door>
    );
  const { email, workspace } = shown.data;
  const submit = (form: FormData): void =>
    accept.mutate(
      { token, name: textOf(form, 'name'), password: String(form.get('password')) },
      { onSuccess: () => void enter() },
    );
  return (
    <Door title={t('join', { workspace: workspace ?? t('deployment') })} lead={t('join_lead', { email })}>
      <Form action={t('accept')} isBusy={accept.isPending} error={accept.error} onSubmit={submit}>
        <TextField label={t('name')} name="name" autoComplete="name" maxLength={100} required />
        <ChosenPasswordField label={t('password')} />
      </Form>
    </Door>
  );
}
