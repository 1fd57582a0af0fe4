import { CHANNEL_CODES } from '../../i18n/channel-codes.ts';
import { channelTexts } from '../../i18n/channel-texts.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { usageTexts } from './texts.ts';

export type Figure = 'messages_in' | 'messages_out' | 'messages_failed';

interface Props<T> {
  items: readonly T[];
  figures: readonly Figure[];
  /** Columns between the channel and the figures. */
  more?: readonly Column<T>[];
  keyOf: (item: T) => string;
}

/** Figures by day and channel. */
export function FiguresTable<T extends { day: string; channel: string } & Partial<Record<Figure, number>>>({
  items,
  figures,
  more = [],
  keyOf,
}: Props<T>) {
  const t = useTexts(usageTexts);
  const channelName = useTexts(channelTexts);
  const formats = useFormats();
  const nameOf = (channel: string): string => {
    const code = CHANNEL_CODES.find((known) => known === channel);
    return code ? channelName(code) : channel;
  };
  return (
    <Table
      items={items}
      caption={t('title')}
      keyOf={keyOf}
      columns={[
        { title: t('day'), show: ({ day }) => formats.day(day) },
        { title: t('channel'), show: ({ channel }) => nameOf(channel) },
        ...more,
        ...figures.map((name) => ({
          title: t(name),
          show: (item: T) => <span className="tabular-nums">{formats.number(item[name] ?? 0)}</span>,
        })),
      ]}
    />
  );
}
