import { Circle, CircleCheck } from 'lucide-react';
import type { OutputOf } from '../../api/operations.ts';
import { useOperation } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { useLiveEvents } from '../../live/live-context.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { homeTexts } from './texts.ts';

type Home = OutputOf<'home'>;

const STEPS = ['has_key', 'has_channel', 'has_message', 'has_webhook_success'] as const;
const FIGURES = ['messages_in', 'messages_out', 'messages_failed'] as const;

function Checklist({ checklist }: Pick<Home, 'checklist'>) {
  const t = useTexts(homeTexts);
  return (
    <section className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <h2 className="text-lg font-semibold">{t('setup')}</h2>
      <ul className="grid gap-2">
        {STEPS.map((step) => {
          const isDone = checklist[step];
          const Icon = isDone ? CircleCheck : Circle;
          return (
            <li key={step} className="flex items-center gap-3">
              <Icon aria-hidden className={`size-5 ${isDone ? 'text-accent' : 'text-muted'}`} />
              <span>{t(step)}</span>
              <span className="ms-auto text-sm text-muted">{isDone ? t('done') : t('open')}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Figure({ title, value, note }: { title: string; value: string; note?: string }) {
  return (
    <div className="grid content-start gap-1 rounded-xl border border-line bg-surface p-5">
      <dt className="text-muted">{title}</dt>
      <dd className="text-3xl font-semibold tabular-nums">{value}</dd>
      {note && <dd className="text-sm text-muted">{note}</dd>}
    </div>
  );
}

function Today({ home }: { home: Home }) {
  const t = useTexts(homeTexts);
  const { number } = useFormats();
  return (
    <section className="grid gap-3">
      <div>
        <h2 className="text-lg font-semibold">{t('today')}</h2>
        <p className="text-sm text-muted">{t('today_hint')}</p>
      </div>
      <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {FIGURES.map((name) => (
          <Figure
            key={name}
            title={t(name)}
            value={number(home.today[name])}
            note={t('week_ago', { value: home.week_ago[name] })}
          />
        ))}
        <Figure title={t('waiting')} value={number(home.waiting_deliveries)} />
        {home.balance !== null && <Figure title={t('credit')} value={number(home.balance)} />}
      </dl>
    </section>
  );
}

/**
 * The checklist and the figures follow live events; values without events (credit, deliveries) are refetched every ten
 * seconds.
 */
export function HomeScreen() {
  const t = useTexts(homeTexts);
  useLiveEvents({ any: ['home'] });
  const { data, error } = useOperation('home', {}, { everyMs: 10_000 });
  return (
    <Page title={t('title')}>
      {data ? (
        <>
          <Checklist checklist={data.checklist} />
          <Today home={data} />
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
