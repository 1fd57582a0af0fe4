import type { OutputOf } from '../../api/operations.ts';
import { useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { systemTexts } from '../../texts/system.ts';
import { Table } from '../../ui/lists/table.tsx';
import { Ago } from '../../ui/marks/ago.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Problem } from '../../ui/problems/problem.tsx';

type App = OutputOf<'show-system'>['provider_apps'][number];

function AppState({ of: { missing } }: { of: App }) {
  const t = useTexts(systemTexts);
  return (
    <>
      <Badge look={missing.length === 0 ? 'good' : 'plain'}>{t(missing.length === 0 ? 'configured' : 'missing')}</Badge>
      {missing.map((name) => (
        <p key={name} dir="ltr" className="text-start font-mono text-sm text-muted">
          {name}
        </p>
      ))}
    </>
  );
}

/** The deployment's apps at the providers: their settings, callback addresses, and last activity. */
export function ProviderApps() {
  const t = useTexts(systemTexts);
  const { data, error } = useOperation('show-system', {}, { everyMs: 10_000 });
  return (
    <Section title={t('apps')} lead={t('apps_lead')}>
      <Problem error={error} />
      {data && (
        <Table
          items={data.provider_apps}
          caption={t('apps')}
          keyOf={({ provider }) => provider}
          columns={[
            {
              title: t('app'),
              show: ({ provider, app_id }) => (
                <>
                  {t(provider)} <bdi className="font-mono text-sm text-muted">{app_id ?? '–'}</bdi>
                </>
              ),
            },
            { title: t('state'), show: (app) => <AppState of={app} /> },
            {
              title: t('addresses'),
              show: ({ callback_url, redirect_url }) => (
                <div dir="ltr" className="text-start font-mono text-sm break-all">
                  <p>{callback_url}</p>
                  <p>{redirect_url}</p>
                </div>
              ),
            },
            {
              title: t('last_message'),
              show: ({ last_received_at: at }) => (at ? <Ago at={at} /> : '–'),
            },
            {
              title: t('last_refused'),
              show: ({ last_refused: refused }) =>
                refused ? (
                  <>
                    <Ago at={refused.at} /> <bdi className="text-sm text-muted">{refused.message}</bdi>
                  </>
                ) : (
                  '–'
                ),
            },
          ]}
        />
      )}
    </Section>
  );
}
