import { useState } from 'react';
import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { useLiveEvents } from '../../live/live-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Listing } from '../../ui/listing.tsx';
import { EmptyPage, Page } from '../../ui/page.tsx';
import { type DeliveryStatus, STATUS_LOOKS } from '../../ui/webhook/status-looks.ts';
import { webhookTexts } from '../../ui/webhook/texts.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { ReplayBar } from './replay-bar.tsx';
import { webhooksTexts } from './texts.ts';
import { WebhookCard } from './webhook-card.tsx';

type Delivery = ItemOf<'list-deliveries'>;

const STATUSES = Object.keys(STATUS_LOOKS) as DeliveryStatus[]; // safe: the record has exactly the states

interface Filter {
  instanceId: string;
  status: DeliveryStatus | '';
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const t = useTexts(webhooksTexts);
  const words = useTexts(webhookTexts);
  const keys = useList('list-keys', { limit: 200 });
  return (
    <div className="grid gap-3 sm:max-w-xl sm:grid-cols-2">
      <SelectField
        label={t('of_key')}
        value={filter.instanceId}
        onChange={(event) => onChange({ ...filter, instanceId: event.target.value })}
        choices={[
          { value: '', text: t('all') },
          ...(keys.data ?? []).map(({ instance_id, label }) => ({ value: instance_id, text: label })),
        ]}
      />
      <SelectField
        label={words('status')}
        value={filter.status}
        onChange={(event) =>
          onChange({ ...filter, status: STATUSES.find((status) => status === event.target.value) ?? '' })
        }
        choices={[{ value: '', text: t('any') }, ...STATUSES.map((value) => ({ value, text: words(value) }))]}
      />
    </div>
  );
}

/** Only what has ended can be made again. */
const isEnded = ({ status }: Delivery): boolean => status === 'delivered' || status === 'failed';

/** A set with one member more, or less. */
function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Deliveries as they happen: filtered, opened, replayed. What becomes of one is no event: the list is read every three seconds too. */
export function WebhooksScreen() {
  const t = useTexts(webhooksTexts);
  const words = useTexts(webhookTexts);
  const formats = useFormats();
  const [filter, setFilter] = useState<Filter>({ instanceId: '', status: '' });
  const [opened, setOpened] = useState<{ id: string; isTest: boolean } | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const change = (next: Filter): void => {
    setFilter(next);
    setSelected(new Set());
  };
  const { instanceId, status } = filter;
  useLiveEvents({ any: ['list-deliveries'] });
  const list = useList(
    'list-deliveries',
    { ...(instanceId === '' ? {} : { instance_id: instanceId }), ...(status === '' ? {} : { status }) },
    { everyMs: 3000 },
  );
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Filters filter={filter} onChange={change} />
      {instanceId !== '' && (
        <WebhookCard key={instanceId} instanceId={instanceId} onTested={(id) => setOpened({ id, isTest: true })} />
      )}
      <ReplayBar instanceId={instanceId} selected={selected} onReplayed={() => setSelected(new Set())} />
      <Listing
        list={list}
        caption={t('title')}
        keyOf={({ id }) => id}
        empty={<EmptyPage title={t('empty')}>{t('empty_lead')}</EmptyPage>}
        columns={[
          {
            title: t('select'),
            show: (delivery) => (
              <input
                type="checkbox"
                className="size-5 accent-accent"
                aria-label={t('select_one', { event: delivery.event, id: delivery.id })}
                disabled={!isEnded(delivery)}
                checked={selected.has(delivery.id)}
                onChange={() => setSelected(toggled(selected, delivery.id))}
              />
            ),
          },
          { title: words('event'), show: ({ event }) => <span className="font-mono text-sm">{event}</span> },
          { title: words('made'), show: ({ created_at }) => formats.dateTime(created_at) },
          {
            title: words('status'),
            show: (delivery) => <Badge look={STATUS_LOOKS[delivery.status]}>{words(delivery.status)}</Badge>,
          },
          {
            title: t('next'),
            show: ({ next_attempt_at }) => (next_attempt_at ? formats.dateTime(next_attempt_at) : '–'),
          },
          {
            title: t('open'),
            show: ({ id }) => (
              <Button
                aria-label={`${t('open')}: ${t('delivery', { id })}`}
                onClick={() => setOpened({ id, isTest: false })}
              >
                {t('open')}
              </Button>
            ),
          },
        ]}
      />
      {opened && <DeliveryDialog {...opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}
