import type { ReactNode } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { webhookTexts } from '../../texts/deliveries.ts';
import { Button } from '../buttons/button.tsx';
import { Badge } from '../marks/badge.tsx';

type State = Pick<OutputOf<'get-webhook'>, 'status' | 'webhook_url' | 'reason' | 'waiting' | 'consecutive_failures'>;

/** A change behind a button. */
interface Action {
  isPending: boolean;
  run(): void;
}

interface Props {
  label: string;
  of: State;
  test: Action;
  pause: Action;
  resume: Action;
  /** Further facts and errors. */
  children: ReactNode;
  /** Further buttons. */
  actions?: ReactNode;
}

/** The state of a webhook, and its actions. */
export function WebhookState({ label, of, test, pause, resume, children, actions }: Props) {
  const t = useTexts(webhookTexts);
  const isPaused = of.status === 'paused';
  const isFailing = !isPaused && of.consecutive_failures > 0;
  const look = isFailing ? 'bad' : isPaused ? 'warn' : 'good';
  return (
    <section aria-label={label} className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge look={look}>{t(isFailing ? 'failing' : of.status)}</Badge>
        <span dir="ltr" className="font-mono text-sm break-all">
          {of.webhook_url ?? ''}
        </span>
      </div>
      {of.reason && <p className="text-warn">{t(`because_${of.reason}`)}</p>}
      <p className="text-muted">
        {t('waiting', { count: of.waiting })}
        {' · '}
        {t('failures', { count: of.consecutive_failures })}
      </p>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled={of.webhook_url === null || test.isPending} onClick={test.run}>
          {t('test')}
        </Button>
        <Button disabled={pause.isPending || resume.isPending} onClick={(isPaused ? resume : pause).run}>
          {isPaused ? t('resume') : t('pause')}
        </Button>
        {actions}
      </div>
    </section>
  );
}
