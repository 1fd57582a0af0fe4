import { AUTOMATIC_MESSAGE_MAX } from '@parley/common/messages/automatic-message-limits';
import { RATINGS } from '@parley/common/messages/rating';
import type { OutputOf } from '../../api/operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { TextArea } from '../../ui/fields/field.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { RuleForm } from './rule-form.tsx';

/** The question that customers get after a conversation was resolved. */
export function SatisfactionForm({ settings }: { settings: OutputOf<'get-workspace'> }) {
  const t = useTexts(settingsTexts);
  const { satisfaction_question: question } = settings;
  return (
    <RuleForm
      title={t('satisfaction')}
      label={t('asks_rating')}
      isOn={question !== null}
      settingsOf={(form) => ({ satisfaction_question: form && textOf(form, 'satisfaction_question') })}
      of="satisfaction"
    >
      <TextArea
        label={t('question')}
        hint={t('question_hint', { signs: RATINGS.map(({ sign }) => sign).join(' ') })}
        name="satisfaction_question"
        dir="auto"
        maxLength={AUTOMATIC_MESSAGE_MAX}
        defaultValue={question ?? t('question_suggested')}
        required
      />
    </RuleForm>
  );
}
