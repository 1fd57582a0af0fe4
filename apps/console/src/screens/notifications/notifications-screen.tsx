import { useTexts } from '../../i18n/language-context.tsx';
import { Page } from '../../ui/page.tsx';
import { Recipients } from './recipients.tsx';
import { SentNotifications } from './sent-notifications.tsx';
import { Settings } from './settings.tsx';
import { notificationsTexts } from './texts.ts';

/** Who is told by e-mail or SMS of what needs a person, and what was told. */
export function NotificationsScreen() {
  const t = useTexts(notificationsTexts);
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Recipients />
      <SentNotifications />
      <Settings />
    </Page>
  );
}
