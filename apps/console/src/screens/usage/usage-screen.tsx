import { useOperation } from '../../api/use-operations.ts';
import { CHANNEL_CODES } from '../../i18n/channel-codes.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { usageTexts } from '../../texts/usage.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { useAddressFilters } from '../../ui/lists/address-filters.ts';
import type { Column } from '../../ui/lists/table.tsx';
import { saveCsv } from '../../ui/lists/write-csv.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { EmptyPage, Page } from '../../ui/page/page.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { BilledFigures } from './billed-figures.tsx';
import { DayChart } from './day-chart.tsx';
import { FiguresTable } from './figures-table.tsx';
import { KeyFigures } from './key-figures.tsx';
import { SatisfactionFigures } from './satisfaction-figures.tsx';
import { stackDays, type UsageItem } from './stack-days.ts';
import { useChannelName } from './use-channel-name.ts';

const DAYS = [7, 30, 92];
const DEFAULT_DAYS = 30;
const FIGURES = ['messages_in', 'messages_out', 'messages_failed'] as const;
const BY = ['channel', 'key', 'category'] as const;

function saveUsage(items: readonly UsageItem[]): void {
  const rows = items.map((item) => [item.day, item.channel, ...FIGURES.map((name) => item[name]), item.cost ?? '']);
  saveCsv('usage.csv', [['day', 'channel', ...FIGURES, 'cost'], ...rows]);
}

/** The credit that messages cost; no column where the role does not see credit. */
function useCostColumns(items: readonly UsageItem[]): Column<UsageItem>[] {
  const t = useTexts(usageTexts);
  const { number } = useFormats();
  if (items.every(({ cost }) => cost === null)) return [];
  const show = ({ cost }: UsageItem) => <bdi>{cost === null ? '–' : number(Number(cost))}</bdi>;
  return [{ title: t('cost'), isNumber: true, show }];
}

function ChannelFigures({ items }: { items: readonly UsageItem[] }) {
  const t = useTexts(usageTexts);
  const costs = useCostColumns(items);
  const newestFirst = items.toSorted((a, b) => b.day.localeCompare(a.day));
  return (
    <div className="grid justify-items-start gap-4">
      <Button onClick={() => saveUsage(items)}>{t('save')}</Button>
      <div className="w-full min-w-0">
        <FiguresTable
          items={newestFirst}
          figures={FIGURES}
          last={costs}
          keyOf={({ day, channel }) => `${day}/${channel}`}
        />
      </div>
    </div>
  );
}

/** Incoming and outgoing messages as a chart, a table by channel (with their cost) or key, and CSV. */
export function UsageScreen() {
  const t = useTexts(usageTexts);
  const [shown, show] = useAddressFilters<'days' | 'by'>();
  const days = DAYS.find((count) => String(count) === shown.days) ?? DEFAULT_DAYS;
  const by = BY.find((one) => one === shown.by) ?? 'channel';
  const { data, error } = useOperation('usage', { days });
  const items = data?.items ?? [];
  const channels = CHANNEL_CODES.filter((code) => items.some(({ channel }) => channel === code));
  const nameOf = useChannelName();
  return (
    <Page title={t('title')}>
      <div className="grid gap-3 sm:max-w-xl sm:grid-cols-2">
        <SelectField
          label={t('days')}
          value={String(days)}
          onChoose={(next) => show({ days: next })}
          choices={DAYS.map((count) => ({ value: String(count), text: t('last', { count }) }))}
        />
        <SelectField
          label={t('by')}
          value={by}
          onChoose={(next) => show({ by: next })}
          choices={BY.map((value) => ({ value, text: t(`by_${value}`) }))}
        />
      </div>
      <SatisfactionFigures days={days} />
      <Problem error={error} />
      {!data && !error && <Loading />}
      {data && items.length === 0 && <EmptyPage title={t('empty')}>{t('empty_lead')}</EmptyPage>}
      {items.length > 0 && (
        <>
          <DayChart
            days={stackDays(items, { days, today: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length), channels })}
            channels={channels}
            nameOf={nameOf}
          />
          {by === 'channel' && <ChannelFigures items={items} />}
          {by === 'key' && <KeyFigures days={days} />}
          {by === 'category' && <BilledFigures days={days} />}
        </>
      )}
    </Page>
  );
}
