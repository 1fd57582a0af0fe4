import { useState } from 'react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { TextArea, TextField } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { optional } from '../../../../ui/form-values.ts';
import { composeTexts } from '../texts.ts';
import { type ContentFormProps, NO_CHANGE } from './content-form.ts';
import { haveRepeats, replyIdsOf } from './reply-ids.ts';
import { RowList } from './row-list.tsx';

const EMPTY = { title: '', description: '' };
const ROWS_MAX = 10;

/** A text with rows to choose from, in one section. */
export function ListForm({ draft, onSend, onClose }: ContentFormProps) {
  const t = useTexts(composeTexts);
  const [message, setMessage] = useState(draft);
  const [button, setButton] = useState('');
  const [rows, setRows] = useState([EMPTY]);
  const titles = rows.map(({ title }) => title.trim());
  const refusal = haveRepeats(titles.filter(Boolean)) && t('different');
  const ids = replyIdsOf(titles);
  return (
    <FormDialog
      title={t('list')}
      action={t('send')}
      change={NO_CHANGE}
      refusal={refusal}
      onClose={onClose}
      onSubmit={() => {
        if (refusal) return;
        const sent = rows.map(({ description }, at) => ({
          id: ids[at] ?? '',
          title: titles[at] ?? '',
          ...optional('description', description.trim()),
        }));
        const list = { button: button.trim(), sections: [{ rows: sent }] };
        onSend({ message: message.trim(), list }, message.trim());
        onClose();
      }}
    >
      <TextArea
        label={t('text')}
        required
        maxLength={1024}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <TextField
        label={t('list_button')}
        dir="auto"
        required
        pattern=".*\S.*"
        maxLength={20}
        value={button}
        onChange={({ currentTarget }) => setButton(currentTarget.value)}
      />
      <RowList
        rows={rows}
        least={1}
        most={ROWS_MAX}
        nameOf={(at) => t('list_row', { number: at + 1 })}
        addLabel={t('list_add')}
        empty={EMPTY}
        onChange={(changed) => setRows([...changed])}
      >
        {(row, change, at) => (
          <>
            <TextField
              label={t('list_row', { number: at + 1 })}
              dir="auto"
              required
              pattern=".*\S.*"
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
    </FormDialog>
  );
}
