import { Link, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useOperation } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { ActAsTenant } from '../../shell/session/act-as-tenant.tsx';
import { tenantsTexts } from '../../texts/tenants.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { dayLines, sumOf } from '../../ui/figures/day-lines.ts';
import { Figure, Figures } from '../../ui/figures/figure.tsx';
import { Ago } from '../../ui/marks/ago.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { SwitchTenant } from './switch-tenant.tsx';
import { TenantForm } from './tenant-form.tsx';
import { TenantState } from './tenant-state.tsx';
import { TopUpDialog } from './top-up-dialog.tsx';

type Tenant = OutputOf<'show-tenant'>;

const DAYS = 14;
const EVERY_MS = 30_000;
const LINES = ['messages_in', 'messages_out', 'messages_failed'] as const;
const COUNTS = ['members', 'keys', 'channels', 'troubles'] as const;

function Traffic({ of, at }: { of: Tenant; at: number }) {
  const t = useTexts(tenantsTexts);
  const { number } = useFormats();
  const lines = useMemo(() => dayLines(of.days, { days: DAYS, now: at }), [of.days, at]);
  return (
    <Section title={t('traffic', { days: DAYS })}>
      <Figures>
        {LINES.map((name) => {
          const sum = number(sumOf(lines[name]));
          return (
            <Figure
              key={name}
              title={t(name)}
              value={sum}
              line={{ values: lines[name], label: t('line', { what: t(name), days: DAYS, sum }) }}
            />
          );
        })}
      </Figures>
    </Section>
  );
}

function SetUp({ of, onTopUp }: { of: Tenant; onTopUp: () => void }) {
  const t = useTexts(tenantsTexts);
  const { number } = useFormats();
  return (
    <Section title={t('set_up')} actions={<Button onClick={onTopUp}>{t('top_up')}</Button>}>
      <Figures>
        <Figure title={t('credit')} value={number(of.balance)} />
        {COUNTS.map((name) => (
          <Figure key={name} title={t(name)} value={number(of[name])} />
        ))}
      </Figures>
    </Section>
  );
}

/** One tenant: its traffic, what it has set up, the operator's settings, and its end. */
export function TenantScreen() {
  const t = useTexts(tenantsTexts);
  const { slug } = useParams({ from: '/shell/tenants/$slug' });
  const { data, dataUpdatedAt, error } = useOperation('show-tenant', { slug }, { everyMs: EVERY_MS });
  const [isToppingUp, setToppingUp] = useState(false);
  return (
    <Page title={data?.name ?? slug} lead={data && slug} actions={data && <ActAsTenant slug={slug} name={data.name} />}>
      <div className="flex flex-wrap items-center gap-3">
        <Link to="/tenants" className="underline">
          {t('all_tenants')}
        </Link>
        {data && <TenantState of={data} />}
        {data && (
          <span className="text-muted">
            {t('last_active')} {data.last_active_at === null ? t('never') : <Ago at={data.last_active_at} />}
          </span>
        )}
      </div>
      <Problem error={error} />
      {!data && !error && <Loading />}
      {data && (
        <>
          <Traffic of={data} at={dataUpdatedAt} />
          <SetUp of={data} onTopUp={() => setToppingUp(true)} />
          <TenantForm of={data} />
          <SwitchTenant of={data} />
          {isToppingUp && <TopUpDialog of={data} onClose={() => setToppingUp(false)} />}
        </>
      )}
    </Page>
  );
}
