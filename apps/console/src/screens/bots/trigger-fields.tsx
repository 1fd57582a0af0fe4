import type { BotTrigger } from '@parley/common/contracts/operator/bots';
import { useState } from 'react';
import { localeOf } from '../../i18n/format-text.ts';
import { useLanguage, useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckGroup, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { ChoiceField } from '../../ui/kinds-of-field.tsx';
import { TimeZoneField } from '../../ui/time-zone-field.tsx';
import { botsTexts } from './texts.ts';
import { type Hours, MATCHES, TRIGGER_KINDS, type TriggerKind, WORKING_HOURS } from './trigger-values.ts';

const ROWS_MAX = 50;
/** A Monday: the contract numbers weekdays from Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 24 * 3600 * 1000;
const DAYS = [1, 2, 3, 4, 5, 6, 7];

function HoursRow({ of, row }: { of: Hours; row: number }) {
  const t = useTexts(botsTexts);
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

function ScheduleFields({ of }: { of: BotTrigger | null }) {
  const t = useTexts(botsTexts);
  const given = of?.kind === 'schedule' ? of : null;
  const [rows, setRows] = useState<readonly Hours[]>(given?.hours ?? [WORKING_HOURS]);
  return (
    <>
      <SelectField
        label={t('when')}
        name="when"
        defaultValue={given?.when ?? 'inside'}
        choices={[
          { value: 'inside', text: t('inside') },
          { value: 'outside', text: t('outside') },
        ]}
      />
      <TimeZoneField label={t('time_zone')} name="time_zone" value={given?.time_zone} />
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

function KeywordFields({ of }: { of: BotTrigger | null }) {
  const t = useTexts(botsTexts);
  const given = of?.kind === 'keywords' ? of : null;
  return (
    <>
      <TextArea
        label={t('words')}
        hint={t('one_a_line')}
        name="words"
        defaultValue={given?.words.join('\n')}
        required
      />
      <SelectField
        label={t('match')}
        name="match"
        defaultValue={given?.match ?? 'contains'}
        choices={MATCHES.map((value) => ({ value, text: t(value) }))}
      />
    </>
  );
}

/** When the bot answers. */
export function TriggerFields({ of }: { of: BotTrigger | null }) {
  const t = useTexts(botsTexts);
  const [kind, setKind] = useState<TriggerKind>(of?.kind ?? 'all');
  return (
    <>
      <ChoiceField
        label={t('trigger')}
        name="trigger"
        values={TRIGGER_KINDS}
        value={kind}
        textOf={(one) => t(`trigger_${one}`)}
        onChoose={setKind}
      />
      {kind === 'keywords' && <KeywordFields of={of} />}
      {kind === 'schedule' && <ScheduleFields of={of} />}
    </>
  );
}
