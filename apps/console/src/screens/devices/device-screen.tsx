import { Link, useParams } from '@tanstack/react-router';
import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { ActAsTenant } from '../../shell/session/act-as-tenant.tsx';
import { devicesTexts } from '../../texts/devices.ts';
import { Ago } from '../../ui/marks/ago.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { DevicePace } from './device-pace.tsx';
import { DeviceState } from './device-state.tsx';

const EVERY_MS = 5000;

/** One linked phone: its state and what holds it; what can be done about it is in its workspace. */
export function DeviceScreen() {
  const t = useTexts(devicesTexts);
  const { accountId } = useParams({ from: '/shell/devices/$accountId' });
  const { data, error } = useList('list-linked-devices', { account_id: Number(accountId) }, { everyMs: EVERY_MS });
  const [device] = data ?? [];
  return (
    <Page
      title={device?.label ?? t('device')}
      lead={device?.phone ?? undefined}
      actions={device && <ActAsTenant slug={device.tenant} name={device.tenant} to="/channels" />}
    >
      <Link to="/devices" className="justify-self-start underline">
        {t('all')}
      </Link>
      <Problem error={error} />
      {!data && !error && <Loading />}
      {data && !device && <p>{t('gone')}</p>}
      {device && (
        <Card>
          <Facts
            of={[
              {
                title: t('tenant'),
                value: (
                  <Link to="/tenants/$slug" params={{ slug: device.tenant }} className="underline">
                    <bdi>{device.tenant}</bdi>
                  </Link>
                ),
              },
              { title: t('state'), value: <DeviceState of={device} /> },
              { title: t('since'), value: <Ago at={device.since} /> },
              { title: t('reason'), value: [device.reason ?? '–', device.detail].filter(Boolean).join(' · ') },
              {
                title: t('proxy'),
                value: device.proxy ? <bdi dir="ltr">{device.proxy}</bdi> : '–',
              },
              {
                title: t('last_heard'),
                value: device.last_heard_at === null ? t('never') : <Ago at={device.last_heard_at} />,
              },
              { title: t('worker'), value: <bdi className="font-mono text-sm">{device.worker ?? '–'}</bdi> },
            ]}
          />
          <DevicePace of={device} />
          {device.problem && <p className="text-muted">{t(`${device.problem}_help`)}</p>}
        </Card>
      )}
    </Page>
  );
}
