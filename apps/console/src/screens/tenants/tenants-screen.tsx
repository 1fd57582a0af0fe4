import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange, useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { queryClient } from '../../shell/query-client.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Problem } from '../../ui/problem.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { MakeTenantDialog, type Tenant, TopUpDialog } from './tenant-dialogs.tsx';
import { tenantsTexts } from './texts.ts';

type Opened = { what: 'make' } | { what: 'top_up'; tenant: Tenant } | null;

function TenantActions({ of, onTopUp }: { of: Tenant; onTopUp: () => void }) {
  const t = useTexts(tenantsTexts);
  const navigate = useNavigate();
  const act = useChange('act-as-tenant');
  const change = useChange('update-tenant', { refreshes: ['list-tenants'] });
  const enter = async (): Promise<void> => {
    await queryClient.resetQueries();
    await navigate({ to: '/' });
  };
  const begin = (): void => act.mutate({ slug: of.slug }, { onSuccess: () => void enter() });
  const isActive = of.status === 'active';
  return (
    <div className="flex items-center gap-1">
      <Button aria-label={t('act', { name: of.name })} onClick={begin}>
        {t('act_short')}
      </Button>
      <ActionMenu
        label={t('actions', { name: of.name })}
        actions={[
          { title: t('top_up'), run: onTopUp },
          {
            title: isActive ? t('deactivate') : t('activate'),
            isDangerous: isActive,
            run: () => change.mutate({ slug: of.slug, status: isActive ? 'inactive' : 'active' }),
          },
        ]}
      />
      <Problem error={act.error ?? change.error} />
    </div>
  );
}

/** The operator's list of tenants: create, top up, switch off, act as. */
export function TenantsScreen() {
  const t = useTexts(tenantsTexts);
  const ui = useTexts(uiTexts);
  const { number } = useFormats();
  const list = useList('list-tenants', {});
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  const make = (
    <Button look="primary" onClick={() => setOpened({ what: 'make' })}>
      {t('make')}
    </Button>
  );
  return (
    <ListScreen
      title={t('title')}
      create={make}
      list={list}
      keyOf={({ slug }) => slug}
      emptyTitle={t('empty')}
      emptyLead={t('empty_lead')}
      columns={[
        {
          title: t('name'),
          show: ({ name, slug }) => (
            <div>
              <bdi className="font-medium">{name}</bdi>
              <p className="font-mono text-sm text-muted">{slug}</p>
            </div>
          ),
        },
        { title: t('plan'), show: ({ plan }) => <bdi>{plan}</bdi> },
        { title: t('credit'), show: ({ balance }) => <span className="tabular-nums">{number(balance)}</span> },
        {
          title: t('state'),
          show: ({ status }) => <Badge look={status === 'active' ? 'good' : 'plain'}>{t(status)}</Badge>,
        },
        {
          title: ui('actions'),
          show: (tenant) => <TenantActions of={tenant} onTopUp={() => setOpened({ what: 'top_up', tenant })} />,
        },
      ]}
    >
      {opened?.what === 'make' && <MakeTenantDialog onClose={close} />}
      {opened?.what === 'top_up' && <TopUpDialog of={opened.tenant} onClose={close} />}
    </ListScreen>
  );
}
