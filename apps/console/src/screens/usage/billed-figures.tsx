import type { OutputOf } from '../../api/operations.ts';
import { useOperation } from '../../api/use-operations.ts';
import { useCategoryName } from '../../i18n/category-name.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { usageTexts } from '../../texts/usage.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { saveCsv } from '../../ui/lists/write-csv.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { Problem } from '../../ui/problems/problem.tsx';

type Item = OutputOf<'billed-usage'>['items'][number];

const FIGURES = ['messages_priced', 'messages_billable'] as const;
const HEAD = ['day', 'category', ...FIGURES];

const toRow = (item: Item) => [item.day, item.category ?? '', ...FIGURES.map((name) => item[name])];

/** Messages on wa as Meta counts them. */
export function BilledFigures({ days }: { days: number }) {
  const t = useTexts(usageTexts);
  const formats = useFormats();
  const categoryName = useCategoryName();
  const { data, error } = useOperation('billed-usage', { days });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-muted">{t('billed_lead')}</p>
      <Button onClick={() => saveCsv('billed-usage.csv', [HEAD, ...data.items.map(toRow)])}>{t('save')}</Button>
      <div className="w-full min-w-0">
        <Table
          items={data.items}
          caption={t('by_category')}
          keyOf={({ day, category }) => `${day}/${category}`}
          columns={[
            { title: t('day'), show: ({ day }) => formats.day(day) },
            {
              title: t('category'),
              show: ({ category }) => <bdi>{category === null ? '–' : categoryName(category)}</bdi>,
            },
            ...FIGURES.map((name) => ({
              title: t(name),
              isNumber: true,
              show: (item: Item) => formats.number(item[name]),
            })),
          ]}
        />
      </div>
    </div>
  );
}
