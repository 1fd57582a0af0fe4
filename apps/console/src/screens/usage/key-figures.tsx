import type { OutputOf } from '../../api/operations.ts';
import { useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { usageTexts } from '../../texts/usage.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { saveCsv } from '../../ui/lists/write-csv.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { FiguresTable } from './figures-table.tsx';

type Item = OutputOf<'key-usage'>['items'][number];

const FIGURES = ['messages_out', 'messages_failed'] as const;
const HEAD = ['day', 'channel', 'instance_id', 'label', ...FIGURES];

const toRow = (item: Item) => [
  item.day,
  item.channel,
  item.instance_id ?? '',
  item.label ?? '',
  ...FIGURES.map((name) => item[name]),
];

/** Messages sent with each key. */
export function KeyFigures({ days }: { days: number }) {
  const t = useTexts(usageTexts);
  const { data, error } = useOperation('key-usage', { days });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  return (
    <div className="grid justify-items-start gap-4">
      <Button onClick={() => saveCsv('key-usage.csv', [HEAD, ...data.items.map(toRow)])}>{t('save')}</Button>
      {data.is_cut && <p role="status">{t('cut', { count: data.items.length })}</p>}
      <div className="w-full min-w-0">
        <FiguresTable
          items={data.items}
          figures={FIGURES}
          keyOf={({ day, channel, instance_id }) => `${day}/${channel}/${instance_id}`}
          more={[
            {
              title: t('key'),
              show: ({ instance_id, label }) => <bdi>{label ?? instance_id ?? t('no_key')}</bdi>,
            },
          ]}
        />
      </div>
    </div>
  );
}
