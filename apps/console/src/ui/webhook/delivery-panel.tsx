import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { DetailPanel } from '../detail-panel.tsx';
import { Problem } from '../problem.tsx';
import { TabPanel, Tabs } from '../tabs.tsx';
import { AttemptEntry } from './attempt-entry.tsx';
import { AttemptOutcome } from './attempt-outcome.tsx';
import { DELIVERY_OPERATIONS, type DeliveryScope } from './delivery-operations.ts';
import { PayloadView } from './payload-view.tsx';
import { isEnded, STATUS_LOOKS } from './status-looks.ts';
import { webhookTexts } from './texts.ts';

type Delivery = OutputOf<'get-delivery'>;

const TABS = ['payload', 'response', 'attempts'] as const;

/** Delivers it again, or attempts a waiting one now. */
function Replay({ scope, of: { id, status } }: { scope: DeliveryScope; of: Delivery }) {
  const t = useTexts(webhookTexts);
  const names = DELIVERY_OPERATIONS[scope];
  const replay = useChange(names.replay, { refreshes: [names.list, names.get] });
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          look="primary"
          disabled={replay.isPending || status === 'paused'}
          onClick={() => replay.mutate({ id, status: 'any' })}
        >
          {isEnded({ status }) ? t('replay') : t('retry_now')}
        </Button>
        {replay.data && <p role="status">{t('replayed', { count: replay.data.replayed })}</p>}
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
