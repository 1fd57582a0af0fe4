import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ListSection } from '../../ui/list-section.tsx';
import { systemTexts } from './texts.ts';

/** Linked phones of every workspace, those with a problem first, refetched every five seconds. */
export function LinkedDevices() {
  const t = useTexts(systemTexts);
  const list = useList('list-linked-devices', {}, { everyMs: 5000 });
  return (
    <ListSection
      title={t('devices')}
      list={list}
      keyOf={({ account_id }) => String(account_id)}
      empty={t('no_devices')}
      columns={[
        { title: t('workspace'), show: ({ tenant }) => <bdi>{tenant}</bdi> },
        {
          title: t('device'),
          show: ({ label, phone }) => (
            <>
              <bdi>{label}</bdi> <bdi className="text-muted">{phone}</bdi>
            </>
          ),
        },
        {
          title: t('state'),
          show: ({ problem, status }) => (
            <span className="flex flex-wrap items-center gap-2">
              <Badge look={problem === null ? 'good' : 'bad'}>{problem === null ? t('healthy') : t(problem)}</Badge>
              <span className="font-mono text-sm">{status}</span>
            </span>
          ),
        },
        { title: t('since'), show: ({ since }) => <Ago at={since} /> },
        {
          title: t('last_heard'),
          show: ({ last_heard_at }) => (last_heard_at ? <Ago at={last_heard_at} /> : '–'),
        },
        { title: t('worker'), show: ({ worker }) => <bdi className="font-mono text-sm">{worker ?? '–'}</bdi> },
      ]}
    />
  );
}
