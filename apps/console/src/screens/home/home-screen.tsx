import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useOperation } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { useLiveEvents } from '../../live/live-context.tsx';
import { isAllowed, useSession } from '../../shell/session/session-context.tsx';
import { homeTexts } from '../../texts/home.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { dayLines, type LINES, sumOf } from '../../ui/figures/day-lines.ts';
import { Figure, Figures, type LineOf } from '../../ui/figures/figure.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { Attention } from './attention.tsx';
import { Latest } from './latest.tsx';

type Home = OutputOf<'home'>;

/** The steps of the set-up, each with the screen that does it, in the order of the work. */
const STEPS = [
  { name: 'has_key', to: '/keys', permission: 'keys.manage' },
  { name: 'has_channel', to: '/channels', permission: 'channels.manage' },
  { name: 'has_message', to: '/inbox', permission: 'inbox.use' },
  { name: 'has_webhook_success', to: '/webhooks', permission: 'webhooks.manage' },
] as const;
const FIGURES = ['messages_in', 'messages_out', 'messages_failed'] as const;

/** The steps of the set-up; hidden once all are done. */
function Checklist({ checklist }: Pick<Home, 'checklist'>) {
  const t = useTexts(homeTexts);
  const session = useSession();
  if (STEPS.every(({ name }) => checklist[name])) return null;
  return (
    <section className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <h2 className="text-lg font-semibold">{t('setup')}</h2>
      <ul className="grid gap-2">
        {STEPS.map(({ name: step, to, permission }) => {
          const isDone = checklist[step];
          const mayOpen = isAllowed(session, permission);
          const Icon = isDone ? CircleCheck : Circle;
          return (
            <li key={step} className="flex items-center gap-3">
              <Icon aria-hidden className={`size-5 ${isDone ? 'text-accent' : 'text-muted'}`} />
              <span>{t(step)}</span>
              {isDone || !mayOpen ? (
                <span className="ms-auto text-sm text-muted">{isDone ? t('done') : t('open')}</span>
              ) : (
                <Link to={to} aria-label={`${t('start')}: ${t(step)}`} className={`ms-auto ${buttonClass('plain')}`}>
                  {t('start')}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Days of the lines, today included. */
const DAYS = 14;
const LINES_EVERY_MS = 600_000;

/** The figures of the last days; null while they are not known. */
function useLines(): ReturnType<typeof dayLines> | null {
  const { data, dataUpdatedAt } = useOperation('usage', { days: DAYS }, { everyMs: LINES_EVERY_MS });
  return useMemo(() => data && dayLines(data.items, { days: DAYS, now: dataUpdatedAt }), [data, dataUpdatedAt]) ?? null;
}

function Today({ home }: { home: Home }) {
  const t = useTexts(homeTexts);
  const { number } = useFormats();
  const lines = useLines();
  const lineOf = (name: (typeof LINES)[number]): LineOf => {
    if (lines === null) return;
    const values = lines[name];
    return { values, label: t(`${name}_line`, { days: DAYS, sum: number(sumOf(values)) }) };
  };
  return (
    <section className="grid gap-3">
      <div>
        <h2 className="text-lg font-semibold">{t('today')}</h2>
        <p className="text-sm text-muted">{t('today_hint')}</p>
      </div>
      <Figures>
        {FIGURES.map((name) => (
          <Figure
            key={name}
            title={t(name)}
            value={number(home.today[name])}
            note={t('week_ago', { value: home.week_ago[name] })}
            line={lineOf(name)}
          />
        ))}
        <Figure title={t('waiting')} value={number(home.waiting_deliveries)} />
        {home.balance !== null && <Figure title={t('credit')} value={number(home.balance)} line={lineOf('cost')} />}
      </Figures>
    </section>
  );
}

/**
 * The checklist and the figures follow live events; values without events (credit, deliveries) are refetched every ten
 * seconds.
 */
export function HomeScreen() {
  const t = useTexts(homeTexts);
  const session = useSession();
  useLiveEvents({ any: ['home', 'list-conversations'] });
  const { data, error } = useOperation('home', {}, { everyMs: 10_000 });
  return (
    <Page title={t('title')}>
      {data ? (
        <>
          <Checklist checklist={data.checklist} />
          <Attention attention={data.attention} />
          <Today home={data} />
          {isAllowed(session, 'inbox.use') && <Latest />}
        </>
      ) : (
        <>
          {!error && <Loading />}
          <Problem error={error} />
        </>
      )}
    </Page>
  );
}
