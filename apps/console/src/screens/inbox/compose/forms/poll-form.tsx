import { useState } from 'react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { CheckField, TextField } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { composeTexts } from '../texts.ts';
import { type ContentFormProps, NO_CHANGE } from './content-form.ts';
import { haveRepeats } from './reply-ids.ts';
import { RowList } from './row-list.tsx';

const OPTIONS = { least: 2, most: 12 };

/** A question with options to vote for. */
export function PollForm({ onSend, onClose }: ContentFormProps) {
  const t = useTexts(composeTexts);
  const [question, setQuestion] = useState('');
  const [options, setOptions] = useState(['', '']);
  const [multiple, setMultiple] = useState(false);
  const titles = options.map((option) => option.trim());
  const refusal = haveRepeats(titles.filter(Boolean)) && t('different');
  return (
    <FormDialog
      title={t('poll')}
      action={t('send')}
      change={NO_CHANGE}
      refusal={refusal}
      onClose={onClose}
      onSubmit={() => {
        if (refusal) return;
        onSend({ poll: { question: question.trim(), options: titles, multiple } }, question.trim());
        onClose();
      }}
    >
      <TextField
        label={t('question')}
        dir="auto"
        required
        pattern=".*\S.*"
        maxLength={255}
        value={question}
        onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
      />
      <RowList
        rows={options}
        {...OPTIONS}
        nameOf={(at) => t('option', { number: at + 1 })}
        addLabel={t('option_add')}
        empty=""
        onChange={(changed) => setOptions([...changed])}
      >
        {(option, change, at) => (
          <TextField
            label={t('option', { number: at + 1 })}
            dir="auto"
            required
            pattern=".*\S.*"
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
    </FormDialog>
  );
}
