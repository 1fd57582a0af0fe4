import { AUTOMATIC_MESSAGE_MAX } from '@parley/common/messages/automatic-message-limits';
import type { OutputOf } from '../../api/operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { TextArea } from '../../ui/fields/field.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { HoursFields } from '../../ui/weekly-hours/hours-fields.tsx';
import { hoursOf } from '../../ui/weekly-hours/hours-values.ts';
import { RuleForm } from './rule-form.tsx';

/** Business hours, and the reply that customers get outside them. */
export function BusinessHoursForm({ settings }: { settings: OutputOf<'get-workspace'> }) {
  const t = useTexts(settingsTexts);
  const { business_hours: hours, away_message: message } = settings;
  return (
    <RuleForm
      title={t('business_hours')}
      label={t('sends_away')}
      isOn={hours !== null && message !== null}
      settingsOf={(form) => ({
        business_hours: form && hoursOf(form),
        away_message: form && textOf(form, 'away_message'),
      })}
      of="hours"
    >
      <HoursFields of={hours} />
      <TextArea
        label={t('away_message')}
        hint={t('away_hint')}
        name="away_message"
        dir="auto"
        maxLength={AUTOMATIC_MESSAGE_MAX}
        defaultValue={message ?? ''}
        required
      />
    </RuleForm>
  );
}
