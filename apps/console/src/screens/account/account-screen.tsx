import { useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session/session-context.tsx';
import { accountTexts } from '../../texts/account.ts';
import { Page } from '../../ui/page/page.tsx';
import { DisplayChoices } from './display-choices.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** The account of the signed-in person: name, password, second factor, sessions, and display settings. */
export function AccountScreen() {
  const t = useTexts(accountTexts);
  const { member } = useSession();
  return (
    <Page title={t('title')} lead={member ? t('lead', { email: member.email }) : t('lead_operator')}>
      {member && <ProfileForm name={member.name} />}
      <DisplayChoices />
      {member && <PasswordForm />}
      {member && <SecondFactor isOn={member.has_second_factor} />}
      <Sessions />
    </Page>
  );
}
