import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { signInTexts } from '../../texts/sign-in.ts';
import { ChosenPasswordField } from '../../ui/fields/chosen-password-field.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { optional, textOf } from '../../ui/forms/form-values.ts';
import { CodeField } from './code-field.tsx';
import { useAskedCode } from './use-asked-code.ts';
import { useEnter } from './use-enter.ts';

/** A new person chooses a name and a password. */
export function NewMemberForm({ token }: { token: string }) {
  const t = useTexts(signInTexts);
  const enter = useEnter();
  const accept = useChange('accept-invitation');
  const submit = (form: FormData): void =>
    accept.mutate(
      { token, name: textOf(form, 'name'), password: String(form.get('password')) },
      { onSuccess: () => void enter() },
    );
  return (
    <Form action={t('accept')} change={accept} onSubmit={submit}>
      <TextField label={t('name')} name="name" autoComplete="name" maxLength={100} required />
      <ChosenPasswordField label={t('password')} />
    </Form>
  );
}

/** A person who confirmed the address before proves their identity. */
export function KnownPersonForm({ token }: { token: string }) {
  const t = useTexts(signInTexts);
  const enter = useEnter();
  const accept = useChange('accept-invitation');
  const asked = useAskedCode(accept);
  const submit = (form: FormData): void =>
    accept.mutate(
      { token, password: String(form.get('password')), ...optional('code', textOf(form, 'code')) },
      { onSuccess: () => void enter() },
    );
  return (
    <Form action={t('accept')} change={asked.change} onSubmit={submit}>
      <p>{t('join_known')}</p>
      <TextField label={t('password')} name="password" type="password" autoComplete="current-password" required />
      {asked.isAsked && <CodeField />}
    </Form>
  );
}

/** A person who is signed in with the address joins with this account. */
export function OwnAccountForm({ token, name }: { token: string; name: string }) {
  const t = useTexts(signInTexts);
  const enter = useEnter();
  const join = useChange('join-workspace');
  return (
    <Form
      action={t('join_as', { name })}
      change={join}
      onSubmit={() => join.mutate({ token }, { onSuccess: () => void enter() })}
    >
      <p>{t('join_own')}</p>
    </Form>
  );
}
