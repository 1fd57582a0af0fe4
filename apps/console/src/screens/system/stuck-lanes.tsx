import { type ItemOf, useChange, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ListSection } from '../../ui/list-section.tsx';
import { Problem } from '../../ui/problem.tsx';
import { type ReplayOf, useReplay } from '../../ui/webhook/use-replay.ts';
import { systemTexts } from './texts.ts';

type Lane = ItemOf<'list-stuck-lanes'>;

/** The status code of the receiver's answer, or why there was none. */
const errorOf = ({ last_attempt: last }: Lane): string =>
  last ? [last.status_code, last.error].filter((part) => part !== null).join(' ') : '–';

const replayOf = ({ tenant }: Lane): ReplayOf =>
  tenant === null ? { scope: 'deployment' } : { scope: 'any_tenant', slug: tenant };

function LaneActions({ of }: { of: Lane }) {
  const t = useTexts(systemTexts);
  const { instance_id: id, tenant, since } = of;
  const resume = useChange('resume-lane', { refreshes: ['list-stuck-lanes'] });
  const replay = useReplay(replayOf(of));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        aria-label={`${t('resume')}: ${id}`}
        disabled={resume.isPending}
        onClick={() => resume.mutate({ instance_id: id, ...(tenant === null ? {} : { slug: tenant }) })}
      >
        {t('resume')}
      </Button>
      <Button
        aria-label={`${t('replay')}: ${id}`}
        disabled={replay.isPending}
        onClick={() => replay.mutate({ instance_id: id, since })}
      >
        {t('replay')}
      </Button>
      <Problem error={resume.error ?? replay.error} />
    </div>
  );
}

/** Webhooks of every workspace whose deliveries are stuck, refetched every five seconds. */
export function StuckLanes() {
  const t = useTexts(systemTexts);
  const list = useList('list-stuck-lanes', {}, { everyMs: 5000 });
  return (
    <ListSection
      title={t('stuck')}
      list={list}
      keyOf={({ instance_id }) => instance_id}
      empty={t('no_stuck')}
      columns={[
        { title: t('workspace'), show: ({ tenant }) => <bdi>{tenant ?? t('deployment')}</bdi> },
        {
          title: t('webhook'),
          show: ({ label, instance_id, webhook_url }) => (
            <>
              <bdi>{label ?? t('platform_webhook')}</bdi>
              <p dir="ltr" className="max-w-xs font-mono text-sm break-all text-muted">
                {instance_id} {webhook_url}
              </p>
            </>
          ),
        },
        {
          title: t('why'),
          show: ({ state }) => <Badge look={state === 'late' ? 'warn' : 'bad'}>{t(state)}</Badge>,
        },
        { title: t('since'), show: ({ since }) => <Ago at={since} /> },
        { title: t('last_error'), show: (lane) => <bdi className="font-mono text-sm">{errorOf(lane)}</bdi> },
        { title: t('actions'), show: (lane) => <LaneActions of={lane} /> },
      ]}
    />
  );
}
