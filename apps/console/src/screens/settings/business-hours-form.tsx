import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckField, TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { textOf } from '../../ui/form-values.ts';
import { Section } from '../../ui/section.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { notify } from '../../ui/toast.ts';
import { HoursFields } from '../../ui/weekly-hours/hours-fields.tsx';
import { hoursOf } from '../../ui/weekly-hours/hours-values.ts';
import { MESSAGE_MAX } from './message-max.ts';
import { settingsTexts } from './texts.ts';

/** When somebody answers, and what customers get at other times. */
export function BusinessHoursForm({ settings }: { settings: OutputOf<'get-workspace'> }) {
  const t = useTexts(settingsTexts);
  const ui = useTexts(uiTexts);
  const { business_hours: hours, away_message: message } = settings;
  const [isOn, setOn] = useState(hours !== null && message !== null);
  const change = useChange('update-workspace', { refreshes: ['get-workspace'] });
  const submit = (form: FormData): void =>
    change.mutate(
      isOn
        ? { business_hours: hoursOf(form), away_message: textOf(form, 'away_message') }
        : { business_hours: null, away_message: null },
      { onSuccess: () => notify(ui('saved')) },
    );
  return (
    <Section title={t('business_hours')}>
      <Card>
        <Form action={ui('save')} change={change} of="hours" onSubmit={submit}>
          <CheckField label={t('sends_away')} checked={isOn} onChange={(event) => setOn(event.target.checked)} />
          {isOn && (
            <>
              <HoursFields of={hours} />
              <TextArea
                label={t('away_message')}
                hint={t('away_hint')}
                name="away_message"
                dir="auto"
                maxLength={MESSAGE_MAX}
                defaultValue={message ?? ''}
                required
              />
            </>
          )}
        </Form>
      </Card>
    </Section>
  );
}
