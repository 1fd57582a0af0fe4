import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { usageTexts } from '../../texts/usage.ts';
import { type Column, Table } from '../../ui/lists/table.tsx';
import { useChannelName } from './use-channel-name.ts';

export type Figure = 'messages_in' | 'messages_out' | 'messages_failed';

interface Props<T> {
  items: readonly T[];
  figures: readonly Figure[];
  /** Columns between the channel and the figures. */
  more?: readonly Column<T>[];
  /** Columns after the figures. */
  last?: readonly Column<T>[];
  keyOf: (item: T) => string;
}

/** Figures by day and channel. */
export function FiguresTable<T extends { day: string; channel: string } & Partial<Record<Figure, number>>>({
  items,
  figures,
  more = [],
  last = [],
  keyOf,
}: Props<T>) {
  const t = useTexts(usageTexts);
  const nameOf = useChannelName();
  const formats = useFormats();
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
          isNumber: true,
          show: (item: T) => formats.number(item[name] ?? 0),
        })),
        ...last,
      ]}
    />
  );
}
