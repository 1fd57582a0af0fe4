import { useState } from 'react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { composeTexts } from '../../../../texts/conversation.ts';
import { CheckField } from '../../../../ui/fields/field.tsx';
import { LineField } from '../../../../ui/fields/kinds-of-field.tsx';
import type { ContentFormProps } from './content-form.ts';
import { ContentFrame } from './content-frame.tsx';
import { haveRepeats } from './reply-ids.ts';
import { RowList } from './row-list.tsx';

const OPTIONS = { least: 2, most: 12 };

/** A question with options to vote for. */
export function PollForm({ onSend, onClose }: ContentFormProps) {
  const t = useTexts(composeTexts);
  const [question, setQuestion] = useState('');
  const [options, setOptions] = useState<readonly string[]>(['', '']);
  const [multiple, setMultiple] = useState(false);
  const titles = options.map((option) => option.trim());
  const refusal = haveRepeats(titles.filter(Boolean)) && t('different');
  return (
    <ContentFrame
      title={t('poll')}
      refusal={refusal}
      onSend={onSend}
      onClose={onClose}
      contentOf={() => {
        const text = question.trim();
        return refusal ? null : { answer: { poll: { question: text, options: titles, multiple } }, shown: text };
      }}
    >
      <LineField
        label={t('question')}
        maxLength={255}
        value={question}
        onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
      />
      <RowList
        rows={options}
        {...OPTIONS}
        nameOf={(number) => t('option', { number })}
        addLabel={t('option_add')}
        empty=""
        onChange={setOptions}
      >
        {(option, change, name) => (
          <LineField
            label={name}
            maxLength={100}
            value={option}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
        )}
      </RowList>
      <CheckField
        label={t('multiple')}
        checked={multiple}
        onChange={({ currentTarget }) => setMultiple(currentTarget.checked)}
      />
    </ContentFrame>
  );
}
