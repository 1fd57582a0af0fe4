import { useState } from 'react';
import { useFormats, useLanguage, useTexts } from '../../../i18n/language-context.tsx';
import { snoozeTexts } from '../../../texts/inbox.ts';
import { TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { textOf } from '../../../ui/forms/form-values.ts';
import { NO_CHANGE } from '../compose/forms/content-form.ts';
import { localMinute } from '../compose/local-minute.ts';
import { PickList } from '../pick-list.tsx';
import { snoozeTimes } from './snooze-times.ts';

const MINUTE_MS = 60_000;
/** The server's limit, less an hour for a wrong clock of this computer. */
const MAX_MS = 366 * 24 * 3_600_000 - 3_600_000;

interface Props {
  /** Whether ending the snooze is offered. */
  canWake: boolean;
  /** Null ends the snooze; without a time it lasts until the customer answers. */
  onPick: (snooze: { until?: string } | null) => void;
}

/** Times to snooze until, to pick from, or any date. */
export function SnoozePicks({ canWake, onPick }: Props) {
  const t = useTexts(snoozeTexts);
  const { language } = useLanguage();
  const formats = useFormats();
  const [nowMs] = useState(Date.now);
  const [isOther, setOther] = useState(false);
  const { later, tomorrow, nextWeek } = snoozeTimes(nowMs, language === 'ar' ? 0 : 1);
  const until = (name: 'later' | 'tomorrow' | 'next_week', ms: number) => {
    const instant = new Date(ms).toISOString();
    const time = name === 'next_week' ? formats.dateTime(instant) : formats.time(instant);
    return { id: name, title: t(name, { time }), run: () => onPick({ until: instant }) };
  };
  const picks = [
    ...(canWake ? [{ id: 'wake', title: t('wake'), run: () => onPick(null) }] : []),
    ...(later === null ? [] : [until('later', later)]),
    until('tomorrow', tomorrow),
    until('next_week', nextWeek),
    { id: 'answer', title: t('answer'), run: () => onPick({}) },
    { id: 'other', title: t('other'), run: () => setOther(true) },
  ];
  if (!isOther)
    return (
      <PickList
        label={t('find')}
        empty={t('no_match')}
        picks={picks}
        onPick={({ id }) => picks.find((pick) => pick.id === id)?.run()}
      />
    );
  return (
    <Form
      action={t('set')}
      change={NO_CHANGE}
      onSubmit={(form) => onPick({ until: new Date(textOf(form, 'at')).toISOString() })}
    >
      <TextField
        label={t('at')}
        name="at"
        type="datetime-local"
        autoFocus
        required
        min={localMinute(nowMs + MINUTE_MS)}
        max={localMinute(nowMs + MAX_MS)}
        defaultValue={localMinute(tomorrow)}
      />
    </Form>
  );
}
