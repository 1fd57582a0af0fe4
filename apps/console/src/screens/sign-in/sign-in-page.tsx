import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/use-operations.ts';
import { useLanguage, useTexts } from '../../i18n/language-context.tsx';
import { signInTexts } from '../../texts/sign-in.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { optional, textOf } from '../../ui/forms/form-values.ts';
import { CodeField } from './code-field.tsx';
import { Door } from './door.tsx';
import { SingleSignOnForm } from './single-sign-on-form.tsx';
import { useAskedCode } from './use-asked-code.ts';
import { useEnter } from './use-enter.ts';
import { useLinkToken } from './use-link-token.ts';

function MemberForm() {
  const t = useTexts(signInTexts);
  const enter = useEnter();
  const signIn = useChange('sign-in');
  const asked = useAskedCode(signIn);
  const submit = (form: FormData): void =>
    signIn.mutate(
      {
        email: textOf(form, 'email'),
        password: String(form.get('password')),
        ...optional('code', textOf(form, 'code')),
      },
      { onSuccess: () => void enter() },
    );
  return (
    <Form action={t('sign_in')} change={asked.change} onSubmit={submit}>
      <TextField label={t('email')} name="email" type="email" dir="ltr" autoComplete="username" autoFocus required />
      <TextField label={t('password')} name="password" type="password" autoComplete="current-password" required />
      {asked.isAsked && <CodeField />}
    </Form>
  );
}

function OperatorForm() {
  const t = useTexts(signInTexts);
  const enter = useEnter();
  const signIn = useChange('sign-in-as-operator');
  const submit = (form: FormData): void =>
    signIn.mutate({ admin_token: textOf(form, 'admin_token') }, { onSuccess: () => void enter() });
  return (
    <Form action={t('sign_in')} change={signIn} onSubmit={submit}>
      <TextField
        label={t('admin_token')}
        hint={t('admin_token_hint')}
        name="admin_token"
        type="password"
        autoComplete="off"
        autoFocus
        required
      />
    </Form>
  );
}

function ForgottenForm() {
  const t = useTexts(signInTexts);
  const { language } = useLanguage();
  const ask = useChange('request-password-reset');
  if (ask.isSuccess) return <p role="status">{t('link_sent')}</p>;
  const submit = (form: FormData): void => ask.mutate({ email: textOf(form, 'email'), language });
  return (
    <Form action={t('send_link')} change={ask} onSubmit={submit}>
      <TextField label={t('email')} name="email" type="email" dir="ltr" autoComplete="username" autoFocus required />
    </Form>
  );
}

/** A link signs in when its button is pressed, so that a mail program's preview does not use it up. */
function LinkForm({ token }: { token: string }) {
  const t = useTexts(signInTexts);
  const enter = useEnter();
  const redeem = useChange('redeem-sign-in-link');
  return (
    <Form
      action={t('sign_in')}
      change={redeem}
      startsAtButton
      onSubmit={() => redeem.mutate({ token }, { onSuccess: () => void enter() })}
    >
      <p>{t('with_link_lead')}</p>
    </Form>
  );
}

type Way = 'member' | 'operator' | 'forgotten' | 'link' | 'single_sign_on';
const FORMS = {
  member: MemberForm,
  operator: OperatorForm,
  forgotten: ForgottenForm,
  single_sign_on: SingleSignOnForm,
} as const;

export function SignInPage() {
  const t = useTexts(signInTexts);
  const token = useLinkToken();
  const { ended: hasEnded, workspace } = useSearch({ strict: false });
  const [way, setWay] = useState<Way>(token ? 'link' : workspace ? 'single_sign_on' : 'member');
  const [known, setKnown] = useState(token);
  // A link opened while this page is already shown.
  if (token !== known) {
    setKnown(token);
    setWay('link');
  }
  const titles = {
    member: 'title',
    operator: 'as_operator',
    forgotten: 'forgotten',
    link: 'with_link',
    single_sign_on: 'single_sign_on',
  } as const;
  const others: Partial<Record<Way, 'single_sign_on' | 'as_operator' | 'forgotten' | 'back'>> =
    way === 'member'
      ? { forgotten: 'forgotten', single_sign_on: 'single_sign_on', operator: 'as_operator' }
      : { member: 'back' };
  const Chosen = way === 'link' ? null : FORMS[way];
  return (
    <Door title={t(titles[way])}>
      {hasEnded && (
        <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
          {t('session_ended')}
        </p>
      )}
      {Chosen ? <Chosen /> : <LinkForm key={token} token={token ?? ''} />}
      <div className="grid gap-1 border-t border-line pt-4">
        {(Object.keys(others) as Way[]).map((other) => (
          <Button key={other} look="quiet" onClick={() => setWay(other)}>
            {t(others[other] ?? 'back')}
          </Button>
        ))}
      </div>
    </Door>
  );
}
