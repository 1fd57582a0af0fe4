import type { OutputOf } from '../../api/operations.ts';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { accountTexts } from '../../texts/account.ts';
import { uiTexts } from '../../texts/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Ago } from '../../ui/marks/ago.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { nameBrowser } from './name-browser.ts';

type Session = OutputOf<'list-sessions'>['items'][number];

function EndSession({ of }: { of: Session }) {
  const t = useTexts(accountTexts);
  const end = useChange('end-session', { refreshes: ['list-sessions'] });
  if (of.is_current) return <Badge look="good">{t('this_session')}</Badge>;
  return (
    <>
      <Button
        aria-label={`${t('end')}: ${of.address}`}
        disabled={end.isPending}
        onClick={() => end.mutate({ session_id: of.id })}
      >
        {t('end')}
      </Button>
      <Problem error={end.error} />
    </>
  );
}

/** The sessions of this account; each can be ended, or all except this one. */
export function Sessions() {
  const t = useTexts(accountTexts);
  const ui = useTexts(uiTexts);
  const { data, error } = useOperation('list-sessions', {});
  const endOthers = useChange('end-other-sessions', { refreshes: ['list-sessions'] });
  const others = data?.items.filter(({ is_current }) => !is_current) ?? [];
  return (
    <Section
      title={t('sessions')}
      lead={t('sessions_lead')}
      actions={
        others.length > 0 && (
          <div className="grid gap-2">
            <Button disabled={endOthers.isPending} onClick={() => endOthers.mutate({})}>
              {t('end_others')}
            </Button>
            <Problem error={endOthers.error} />
          </div>
        )
      }
    >
      <Problem error={error} />
      {!data && !error && <Loading />}
      {data && (
        <Table
          items={data.items}
          caption={t('sessions')}
          keyOf={({ id }) => id}
          columns={[
            { title: t('browser'), show: ({ user_agent }) => <bdi>{nameBrowser(user_agent) ?? t('unknown')}</bdi> },
            { title: t('address'), show: ({ address }) => <bdi className="font-mono text-sm">{address}</bdi> },
            { title: t('began'), show: ({ created_at }) => <Ago at={created_at} /> },
            { title: t('last_seen'), show: ({ last_seen_at }) => <Ago at={last_seen_at} /> },
            { title: ui('actions'), show: (session) => <EndSession of={session} /> },
          ]}
        />
      )}
    </Section>
  );
}
