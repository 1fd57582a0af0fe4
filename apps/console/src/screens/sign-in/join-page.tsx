import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { signInTexts } from '../../texts/sign-in.ts';
import { Problem } from '../../ui/problems/problem.tsx';
import { Door } from './door.tsx';
import { KnownPersonForm, NewMemberForm, OwnAccountForm } from './join-forms.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Accepts an invitation: as a new person, with the account of the address, or with the one that is signed in. */
export function JoinPage() {
  const t = useTexts(signInTexts);
  const token = useLinkToken();
  const { data: session } = useOperation('me', {});
  const shown = useChange('show-invitation');
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
  const { email, workspace, has_account: isKnown } = shown.data;
  const own = session?.member?.email.toLowerCase() === email.toLowerCase() ? session.member : null;
  const Chosen = isKnown ? KnownPersonForm : NewMemberForm;
  return (
    <Door title={t('join', { workspace: workspace ?? t('deployment') })} lead={t('join_lead', { email })}>
      {own ? <OwnAccountForm token={token} name={own.name} /> : <Chosen token={token} />}
    </Door>
  );
}
