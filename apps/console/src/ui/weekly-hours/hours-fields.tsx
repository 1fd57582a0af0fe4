import { localeOf } from '@parley/common/languages/languages';
import type { WeeklyHours } from '@parley/common/workspace/weekly-hours';
import { useState } from 'react';
import { useLanguage, useTexts } from '../../i18n/language-context.tsx';
import { hoursTexts } from '../../texts/shell.ts';
import { Button } from '../buttons/button.tsx';
import { CheckGroup, TextField } from '../fields/field.tsx';
import { TimeZoneField } from '../fields/time-zone-field.tsx';
import { type Hours, WORKING_HOURS } from './hours-values.ts';

const ROWS_MAX = 50;
/** A Monday: the contract numbers weekdays from Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 24 * 3600 * 1000;
const DAYS = [1, 2, 3, 4, 5, 6, 7];

function HoursRow({ of, row }: { of: Hours; row: number }) {
  const t = useTexts(hoursTexts);
  const { language } = useLanguage();
  const name = new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' });
  return (
    <div className="grid gap-3 rounded-lg border border-line p-3">
      <input type="hidden" name="rows" value={row} />
      <CheckGroup
        label={t('days')}
        name={`days-${row}`}
        choices={DAYS.map((day) => ({ value: String(day), text: name.format(MONDAY_MS + (day - 1) * DAY_MS) }))}
        checked={of.days.map(String)}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t('from')} name={`from-${row}`} type="time" defaultValue={of.from} required />
        <TextField label={t('to')} name={`to-${row}`} type="time" defaultValue={of.to} required />
      </div>
    </div>
  );
}

/** Hours that return every week, with their time zone; `hoursOf` reads them. */
export function HoursFields({ of }: { of: WeeklyHours | null }) {
  const t = useTexts(hoursTexts);
  const [rows, setRows] = useState<readonly Hours[]>(of?.hours ?? [WORKING_HOURS]);
  return (
    <>
      <TimeZoneField label={t('time_zone')} name="time_zone" value={of?.time_zone} />
      {rows.map((hours, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added and removed at the end
        <HoursRow key={row} of={hours} row={row} />
      ))}
      <div className="flex gap-2">
        <Button disabled={rows.length >= ROWS_MAX} onClick={() => setRows([...rows, WORKING_HOURS])}>
          {t('more_hours')}
        </Button>
        {rows.length > 1 && <Button onClick={() => setRows(rows.slice(0, -1))}>{t('fewer_hours')}</Button>}
      </div>
    </>
  );
}
