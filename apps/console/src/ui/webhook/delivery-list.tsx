import { type ReactNode, useState } from 'react';
import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { webhookTexts } from '../../texts/deliveries.ts';
import { BESIDE } from '../lists/detail-panel.tsx';
import { Listing } from '../lists/listing.tsx';
import { RowButton } from '../lists/row-button.tsx';
import type { Column } from '../lists/table.tsx';
import { Ago } from '../marks/ago.tsx';
import { Badge } from '../marks/badge.tsx';
import { ChannelMark } from '../marks/channel-mark.tsx';
import { DELIVERY_OPERATIONS, type DeliveryScope } from './delivery-operations.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { SelectedBar } from './selected-bar.tsx';
import { type DeliveryStatus, STATUS_LOOKS } from './status-looks.ts';
import type { OpenedDelivery } from './use-opened-delivery.ts';

/** A copy of the set with one member added or removed. */
function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

interface SelectAllProps {
  ids: readonly string[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

/** Selects all loaded deliveries, or none. */
function SelectAll({ ids, selected, onSelect }: SelectAllProps) {
  const t = useTexts(webhookTexts);
  const isAll = ids.length > 0 && ids.every((id) => selected.has(id));
  return (
    <input
      type="checkbox"
      className="block size-5 accent-accent"
      aria-label={t('select_all')}
      disabled={ids.length === 0}
      checked={isAll}
      onChange={() => onSelect(new Set(isAll ? [] : ids))}
    />
  );
}

type Delivery = ItemOf<'list-deliveries'>;

/** The status code of the last answer; in words where the receiver gave none. */
function Code({ of: { attempt_count: attempts, status_code: code } }: { of: Delivery }) {
  const t = useTexts(webhookTexts);
  if (attempts === 0) return '–';
  return code === null ? t('no_answer') : <span className="font-mono text-sm">{code}</span>;
}

interface Props {
  scope: DeliveryScope;
  /** Empty for all keys. */
  instanceId: string;
  status: DeliveryStatus | '';
  /** Whether its deliveries are those of several keys. */
  hasKeys?: boolean;
  caption: string;
  empty: ReactNode;
  opened: OpenedDelivery | null;
  onOpen: (opened: OpenedDelivery | null) => void;
}

/**
 * A live list of deliveries, whose newest page is refetched every three seconds; they can be opened, selected and
 * replayed.
 */
export function DeliveryList({ scope, instanceId, status, hasKeys, caption, empty, opened, onOpen }: Props) {
  const t = useTexts(webhookTexts);
  const { number } = useFormats();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const filter = { ...(instanceId === '' ? {} : { instance_id: instanceId }), ...(status === '' ? {} : { status }) };
  const list = useList(DELIVERY_OPERATIONS[scope].list, filter, {
    everyMs: 3000,
    newestBy: ({ id }) => id,
  });
  const columns: Column<Delivery>[] = [
    {
      title: t('select'),
      isShort: true,
      heading: (
        <SelectAll
          ids={(list.data ?? []).flatMap(({ id, status: its }) => (its === 'paused' ? [] : [id]))}
          selected={selected}
          onSelect={setSelected}
        />
      ),
      show: (delivery) => (
        <input
          type="checkbox"
          className="block size-5 accent-accent"
          aria-label={t('select_one', { event: delivery.event, id: delivery.id })}
          disabled={delivery.status === 'paused'}
          checked={selected.has(delivery.id)}
          onChange={() => setSelected(toggled(selected, delivery.id))}
        />
      ),
    },
    {
      title: t('event'),
      isShort: true,
      show: ({ id, event }) => (
        <RowButton
          label={`${event}: ${t('delivery', { id })}`}
          isOpen={id === opened?.id}
          onClick={() => onOpen({ id, isTest: false })}
        >
          {event}
        </RowButton>
      ),
    },
    ...(hasKeys
      ? [{ title: t('key'), show: ({ label }: Delivery) => <bdi>{label ?? t('platform_webhook')}</bdi> }]
      : []),
    {
      title: t('channel'),
      show: ({ channel }) => (channel ? <ChannelMark channel={channel} size="small" /> : '–'),
    },
    {
      title: t('status'),
      isShort: true,
      show: (delivery) => <Badge look={STATUS_LOOKS[delivery.status]}>{t(delivery.status)}</Badge>,
    },
    { title: t('code'), isShort: true, show: (delivery) => <Code of={delivery} /> },
    { title: t('attempts'), isNumber: true, show: ({ attempt_count }) => number(attempt_count) },
    {
      title: t('duration'),
      isNumber: true,
      show: ({ latency_ms: ms }) => <span className="whitespace-nowrap">{ms === null ? '–' : t('took', { ms })}</span>,
    },
    { title: t('made'), isShort: true, show: ({ created_at }) => <Ago at={created_at} /> },
    {
      title: t('next'),
      show: ({ next_attempt_at }) => (next_attempt_at ? <Ago at={next_attempt_at} /> : '–'),
    },
  ];
  return (
    <div className={opened ? BESIDE : 'grid'}>
      <div className="grid min-w-0 content-start gap-6">
        <Listing
          list={list}
          caption={caption}
          keyOf={({ id }) => id}
          openedKey={opened?.id}
          empty={empty}
          columns={columns}
        />
        <SelectedBar scope={scope} selected={selected} onClear={() => setSelected(new Set())} />
      </div>
      {opened && <DeliveryPanel scope={scope} {...opened} onClose={() => onOpen(null)} />}
    </div>
  );
}
