import { useState } from 'react';
import { useOperation } from '../../api/use-operations.ts';
import { CHANNEL_CODES } from '../../i18n/channel-codes.ts';
import { channelTexts } from '../../i18n/channel-texts.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { EmptyPage, Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { saveCsv } from '../../ui/write-csv.ts';
import { DayChart } from './day-chart.tsx';
import { sumDays, type UsageItem } from './sum-days.ts';
import { usageTexts } from './texts.ts';

const DAYS = [7, 30, 92];
const DEFAULT_DAYS = 30;
const FIGURES = ['messages_in', 'messages_out', 'messages_failed'] as const;

function saveUsage(items: readonly UsageItem[]): void {
  const rows = items.map((item) => [item.day, item.channel, ...FIGURES.map((name) => item[name])]);
  saveCsv('usage.csv', [['day', 'channel', ...FIGURES], ...rows]);
}

function Figures({ items }: { items: readonly UsageItem[] }) {
  const t = useTexts(usageTexts);
  const channelName = useTexts(channelTexts);
  const formats = useFormats();
  const nameOf = (channel: string): string => {
    const code = CHANNEL_CODES.find((known) => known === channel);
    return code ? channelName(code) : channel;
  };
  return (
    <>
      <DayChart days={sumDays(items)} label={t('chart')} />
      <Table
        items={items}
        caption={t('title')}
        keyOf={({ day, channel }) => `${day}/${channel}`}
        columns={[
          { title: t('day'), show: ({ day }) => formats.day(day) },
          { title: t('channel'), show: ({ channel }) => nameOf(channel) },
          ...FIGURES.map((name) => ({
            title: t(name),
            show: (item: UsageItem) => <span className="tabular-nums">{formats.number(item[name])}</span>,
          })),
        ]}
      />
    </>
  );
}

/** What went in and out, as a picture, a table and CSV. */
export function UsageScreen() {
  const t = useTexts(usageTexts);
  const ui = useTexts(uiTexts);
  const [days, setDays] = useState(DEFAULT_DAYS);
  const { data, error } = useOperation('usage', { days });
  const items = data?.items ?? [];
  const save = items.length > 0 ? <Button onClick={() => saveUsage(items)}>{t('save')}</Button> : undefined;
  return (
    <Page title={t('title')} lead={t('lead')} actions={save}>
      <div className="sm:max-w-xs">
        <SelectField
          label={t('days')}
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
          choices={DAYS.map((count) => ({ value: String(count), text: t('last', { count }) }))}
        />
      </div>
      <Problem error={error} />
      {!data && !error && <p role="status">{ui('loading')}</p>}
      {data && items.length === 0 && <EmptyPage title={t('empty')}>{t('empty_lead')}</EmptyPage>}
      {items.length > 0 && <Figures items={items} />}
    </Page>
  );
}
