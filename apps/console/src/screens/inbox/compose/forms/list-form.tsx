import { at } from '@parley/common/at';
import { useState } from 'react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { composeTexts } from '../../../../texts/conversation.ts';
import { TextArea, TextField } from '../../../../ui/fields/field.tsx';
import { LineField } from '../../../../ui/fields/kinds-of-field.tsx';
import { optional } from '../../../../ui/forms/form-values.ts';
import type { ContentFormProps } from './content-form.ts';
import { ContentFrame } from './content-frame.tsx';
import { haveRepeats, replyIdsOf } from './reply-ids.ts';
import { RowList } from './row-list.tsx';

const EMPTY = { title: '', description: '' };
const ROWS_MAX = 10;

/** A text with rows to choose from, in one section. */
export function ListForm({ draft, onSend, onClose }: ContentFormProps) {
  const t = useTexts(composeTexts);
  const [message, setMessage] = useState(draft);
  const [button, setButton] = useState('');
  const [rows, setRows] = useState<readonly (typeof EMPTY)[]>([EMPTY]);
  const titles = rows.map(({ title }) => title.trim());
  const refusal = haveRepeats(titles.filter(Boolean)) && t('different');
  const ids = replyIdsOf(titles);
  return (
    <ContentFrame
      title={t('list')}
      refusal={refusal}
      onSend={onSend}
      onClose={onClose}
      contentOf={() => {
        if (refusal) return null;
        const sent = rows.map(({ description }, index) => ({
          id: at(ids, index),
          title: at(titles, index),
          ...optional('description', description.trim()),
        }));
        const list = { button: button.trim(), sections: [{ rows: sent }] };
        const text = message.trim();
        return { answer: { message: text, list }, shown: text };
      }}
    >
      <TextArea
        label={t('text')}
        required
        maxLength={1024}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <LineField
        label={t('list_button')}
        maxLength={20}
        value={button}
        onChange={({ currentTarget }) => setButton(currentTarget.value)}
      />
      <RowList
        rows={rows}
        most={ROWS_MAX}
        nameOf={(number) => t('list_row', { number })}
        addLabel={t('list_add')}
        empty={EMPTY}
        onChange={setRows}
      >
        {(row, change, name) => (
          <>
            <LineField
              label={name}
              maxLength={24}
              value={row.title}
              onChange={({ currentTarget }) => change({ ...row, title: currentTarget.value })}
            />
            <TextField
              label={t('list_description')}
              dir="auto"
              maxLength={72}
              value={row.description}
              onChange={({ currentTarget }) => change({ ...row, description: currentTarget.value })}
            />
          </>
        )}
      </RowList>
    </ContentFrame>
  );
}
