import { RATINGS } from '@parley/common/rating';
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
import { MESSAGE_MAX } from './message-max.ts';
import { settingsTexts } from './texts.ts';

/** The question that customers get after a conversation was resolved. */
export function SatisfactionForm({ settings }: { settings: OutputOf<'get-workspace'> }) {
  const t = useTexts(settingsTexts);
  const ui = useTexts(uiTexts);
  const { satisfaction_question: question } = settings;
  const [isOn, setOn] = useState(question !== null);
  const change = useChange('update-workspace', { refreshes: ['get-workspace'] });
  const submit = (form: FormData): void =>
    change.mutate(
      { satisfaction_question: isOn ? textOf(form, 'satisfaction_question') : null },
      { onSuccess: () => notify(ui('saved')) },
    );
  return (
    <Section title={t('satisfaction')}>
      <Card>
        <Form action={ui('save')} change={change} of="satisfaction" onSubmit={submit}>
          <CheckField label={t('asks_rating')} checked={isOn} onChange={(event) => setOn(event.target.checked)} />
          {isOn && (
            <TextArea
              label={t('question')}
              hint={t('question_hint', { signs: RATINGS.map(({ sign }) => sign).join(' ') })}
              name="satisfaction_question"
              dir="auto"
              maxLength={MESSAGE_MAX}
              defaultValue={question ?? t('question_suggested')}
              required
            />
          )}
        </Form>
      </Card>
    </Section>
  );
}
