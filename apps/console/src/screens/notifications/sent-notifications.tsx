import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { hasText } from '../../i18n/load-texts.ts';
import { notificationsTexts } from '../../texts/notifications.ts';
import { ListSection } from '../../ui/lists/list-section.tsx';
import { Ago } from '../../ui/marks/ago.tsx';
import { Badge, type BadgeLook } from '../../ui/marks/badge.tsx';

type Notification = ItemOf<'list-notifications'>;

const LOOKS: Readonly<Record<Notification['status'], BadgeLook>> = {
  waiting: 'plain',
  held: 'plain',
  sending: 'plain',
  sent: 'good',
  failed: 'bad',
  unknown: 'warn',
  dropped: 'plain',
};

/** Notifications that were sent, held back or failed, with the reason, newest first. */
export function SentNotifications() {
  const t = useTexts(notificationsTexts);
  const formats = useFormats();
  const list = useList('list-notifications', {}, { everyMs: 5000 });
  return (
    <ListSection
      title={t('told')}
      list={list}
      keyOf={({ id }) => id}
      empty={t('nothing_told')}
      columns={[
        { title: t('made'), show: ({ created_at }) => <Ago at={created_at} /> },
        { title: t('kind'), show: ({ kind }) => (hasText(notificationsTexts, kind) ? t(kind) : kind) },
        { title: t('whom'), show: ({ to }) => <bdi dir="ltr">{to}</bdi> },
        { title: t('facts'), show: ({ facts }) => <span className="tabular-nums">{formats.number(facts)}</span> },
        { title: t('status'), show: ({ status }) => <Badge look={LOOKS[status]}>{t(status)}</Badge> },
        { title: t('reason'), show: ({ reason }) => <span dir="auto">{reason ?? '–'}</span> },
      ]}
    />
  );
}
