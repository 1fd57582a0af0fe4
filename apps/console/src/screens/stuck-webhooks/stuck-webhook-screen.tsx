import { Link, useParams } from '@tanstack/react-router';
import { useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { ActAsTenant } from '../../shell/session/act-as-tenant.tsx';
import { stuckTexts } from '../../texts/stuck-webhooks.ts';
import { Ago } from '../../ui/marks/ago.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { LaneActions } from './lane-actions.tsx';
import { errorOf, type Lane, LaneState } from './lane-state.tsx';

const EVERY_MS = 5000;

function LaneFacts({ of }: { of: Lane }) {
  const t = useTexts(stuckTexts);
  const { number } = useFormats();
  const ago = (at: string | null) => (at === null ? '–' : <Ago at={at} />);
  return (
    <Facts
      of={[
        {
          title: t('tenant'),
          value:
            of.tenant === null ? (
              t('deployment')
            ) : (
              <Link to="/tenants/$slug" params={{ slug: of.tenant }} className="underline">
                <bdi>{of.tenant}</bdi>
              </Link>
            ),
        },
        { title: t('why'), value: <LaneState of={of} /> },
        { title: t('since'), value: <Ago at={of.since} /> },
        { title: t('address'), value: <bdi className="font-mono text-sm">{of.webhook_url ?? '–'}</bdi> },
        { title: t('failures'), value: number(of.consecutive_failures) },
        { title: t('last_attempt'), value: ago(of.last_attempt?.at ?? null) },
        { title: t('last_error'), value: <bdi className="font-mono text-sm">{errorOf(of)}</bdi> },
        { title: t('oldest_due'), value: ago(of.oldest_due_at) },
        { title: t('resumes'), value: ago(of.resumes_at) },
      ]}
    />
  );
}

/** One stuck webhook: why and since when, the last attempt, and what can be done. */
export function StuckWebhookScreen() {
  const t = useTexts(stuckTexts);
  const { instanceId } = useParams({ from: '/shell/stuck-webhooks/$instanceId' });
  const { data, error } = useList('list-stuck-lanes', { instance_id: instanceId }, { everyMs: EVERY_MS });
  const [lane] = data ?? [];
  const tenant = lane?.tenant ?? null;
  return (
    <Page
      title={lane ? (lane.label ?? t('platform_webhook')) : t('webhook')}
      lead={instanceId}
      actions={tenant !== null && <ActAsTenant slug={tenant} name={tenant} to="/webhooks" />}
    >
      <Link to="/stuck-webhooks" className="justify-self-start underline">
        {t('all')}
      </Link>
      <Problem error={error} />
      {!data && !error && <Loading />}
      {data && !lane && <p>{t('gone')}</p>}
      {lane && (
        <Card>
          <LaneFacts of={lane} />
          <LaneActions of={lane} />
        </Card>
      )}
    </Page>
  );
}
