import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { webhookTexts } from '../../texts/deliveries.ts';
import { Button } from '../buttons/button.tsx';
import { DetailPanel } from '../lists/detail-panel.tsx';
import { Badge } from '../marks/badge.tsx';
import { TabPanel, Tabs } from '../page/tabs.tsx';
import { Problem } from '../problems/problem.tsx';
import { useNow } from '../use-now.ts';
import { AttemptEntry } from './attempt-entry.tsx';
import { type Attempt, AttemptOutcome } from './attempt-outcome.tsx';
import { DELIVERY_OPERATIONS, type DeliveryScope } from './delivery-operations.ts';
import { PayloadView } from './payload-view.tsx';
import { isEnded, STATUS_LOOKS } from './status-looks.ts';

type Delivery = OutputOf<'get-delivery'>;

const DAY_MS = 24 * 3_600_000;
const TABS = ['payload', 'response', 'attempts'] as const;

/** When a delivery that waits is attempted next. */
function useNextAttempt(at: string | null): string | null {
  const formats = useFormats();
  const nowMs = useNow();
  if (at === null) return null;
  return Date.parse(at) - nowMs < DAY_MS ? formats.time(at) : formats.dateTime(at);
}

function ReplayOutcome({ of, attempt }: { of: Delivery; attempt: Attempt }) {
  const t = useTexts(webhookTexts);
  const time = useNextAttempt(isEnded(of) ? null : of.next_attempt_at);
  const outcome = t('outcome', { code: String(attempt.status_code ?? t('no_answer')), ms: attempt.latency_ms });
  return time === null ? outcome : t('outcome_next', { outcome, time });
}

function NextAttempt({ of }: { of: Delivery }) {
  const t = useTexts(webhookTexts);
  const time = useNextAttempt(of.status === 'pending' ? of.next_attempt_at : null);
  return time !== null && <p className="text-sm text-muted">{t('next_at', { time })}</p>;
}

/** Delivers it again, or attempts a waiting one now, and says what came of it. */
function Replay({ scope, of }: { scope: DeliveryScope; of: Delivery }) {
  const t = useTexts(webhookTexts);
  const names = DELIVERY_OPERATIONS[scope];
  const replay = useChange(names.replay, { refreshes: [names.list, names.get] });
  const { id, status } = of;
  const last = of.attempts.at(-1);
  /** The last attempt before the button was pressed. */
  const [before, setBefore] = useState<string>();
  const submit = (): void => {
    if (replay.isPending) return;
    setBefore(last?.at);
    replay.mutate({ id, status: 'any' });
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {/* Not disabled while it runs: the focus would leave the panel, and Escape with it. */}
        <Button look="primary" disabled={status === 'paused'} onClick={submit}>
          {isEnded({ status }) ? t('replay') : t('retry_now')}
        </Button>
        {replay.data && (
          <p role="status">{last && last.at !== before ? <ReplayOutcome of={of} attempt={last} /> : t('attempting')}</p>
        )}
      </div>
      {status === 'paused' && <p className="text-warn">{t('held_by_pause')}</p>}
      <Problem error={replay.error} />
    </>
  );
}

interface Props {
  scope: DeliveryScope;
  id: string;
  /** Whether it is a test, whose signature is shown at once. */
  isTest: boolean;
  onClose: () => void;
}

/**
 * One delivery: its body, the last answer of the receiver, and every attempt; refetched while it is open. The chosen tab
 * stays when another delivery is opened.
 */
export function DeliveryPanel({ scope, id, isTest, onClose }: Props) {
  const t = useTexts(webhookTexts);
  const [tab, setTab] = useState<(typeof TABS)[number]>('payload');
  const { data, error } = useOperation(DELIVERY_OPERATIONS[scope].get, { id }, { everyMs: 2000 });
  const last = data?.attempts.at(-1);
  const none = <p className="text-muted">{t('no_attempts')}</p>;
  return (
    <DetailPanel title={t('delivery', { id })} id={id} onClose={onClose}>
      <Problem error={error} />
      {data && (
        <>
          <div>
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-mono">{data.event}</span>
              <Badge look={STATUS_LOOKS[data.status]}>{t(data.status)}</Badge>
            </p>
            <p className="font-mono text-sm break-all text-muted">{data.event_id}</p>
            <NextAttempt of={data} />
          </div>
          <Replay key={id} scope={scope} of={data} />
          <Tabs
            label={t('parts')}
            tabs={TABS.map((value) => ({ value, text: t(value) }))}
            chosen={tab}
            onChoose={setTab}
          >
            <TabPanel value="payload">
              <PayloadView key={id} payload={data.payload} isCheckOpen={isTest} />
            </TabPanel>
            <TabPanel value="response">{last ? <AttemptOutcome of={last} /> : none}</TabPanel>
            <TabPanel value="attempts">
              {!last && none}
              <ol className="grid gap-2">
                {data.attempts.map((attempt) => (
                  <AttemptEntry key={attempt.at} of={attempt} isOpen={isTest} />
                ))}
              </ol>
            </TabPanel>
          </Tabs>
        </>
      )}
    </DetailPanel>
  );
}
