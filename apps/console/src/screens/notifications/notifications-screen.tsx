import { useTexts } from '../../i18n/language-context.tsx';
import { notificationsTexts } from '../../texts/notifications.ts';
import { Page } from '../../ui/page/page.tsx';
import { Recipients } from './recipients.tsx';
import { SentNotifications } from './sent-notifications.tsx';
import { Settings } from './settings.tsx';

/** Recipients of notifications by e-mail or SMS, and the notifications that were sent. */
export function NotificationsScreen() {
  const t = useTexts(notificationsTexts);
  return (
    <Page title={t('title')}>
      <Recipients />
      <SentNotifications />
      <Settings />
    </Page>
  );
}
