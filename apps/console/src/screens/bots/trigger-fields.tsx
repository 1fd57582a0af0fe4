import type { BotTrigger } from '@parley/common/contracts/operator/bots';
import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { botsTexts } from '../../texts/bots.ts';
import { SelectField, TextArea } from '../../ui/fields/field.tsx';
import { ChoiceField } from '../../ui/fields/kinds-of-field.tsx';
import { HoursFields } from '../../ui/weekly-hours/hours-fields.tsx';
import { MATCHES, TRIGGER_KINDS, type TriggerKind } from './trigger-values.ts';

function ScheduleFields({ of }: { of: BotTrigger | null }) {
  const t = useTexts(botsTexts);
  const given = of?.kind === 'schedule' ? of : null;
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
      <HoursFields of={given} />
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
