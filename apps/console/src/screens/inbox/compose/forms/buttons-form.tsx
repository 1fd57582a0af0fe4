import { buttonsProblemOf } from '@parley/common/buttons-problem';
import { CAPABILITIES } from '@parley/common/capabilities';
import { useState } from 'react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { TextArea, TextField } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { composeTexts } from '../texts.ts';
import { type ContentFormProps, NO_CHANGE } from './content-form.ts';
import { haveRepeats, replyIdsOf } from './reply-ids.ts';
import { RowList } from './row-list.tsx';

const EMPTY = { title: '', url: '' };

/** A text with buttons, as many and of the kinds that the channel takes. */
export function ButtonsForm({ channel, draft, onSend, onClose }: ContentFormProps) {
  const t = useTexts(composeTexts);
  const can = CAPABILITIES[channel];
  const [message, setMessage] = useState(draft);
  const [rows, setRows] = useState([EMPTY]);
  const titles = rows.map(({ title }) => title.trim());
  const ids = replyIdsOf(titles);
  const buttons = rows.map(({ url }, at) => {
    const [title = '', id = ''] = [titles[at], ids[at]];
    return url.trim() === '' ? { title, id } : { title, url: url.trim() };
  });
  const problem = buttonsProblemOf(
    can,
    buttons.map((button) => ('url' in button ? button : {})),
  );
  const refusals = {
    mixed: t('mixed'),
    links: t('too_many_links', { count: can.urlButtons }),
    replies: t('too_many_replies', { count: can.replyButtons }),
    none: '',
  };
  const repeats = haveRepeats(titles.filter(Boolean)) && t('different');
  const refusal = problem === null ? repeats : refusals[problem];
  return (
    <FormDialog
      title={t('buttons')}
      action={t('send')}
      change={NO_CHANGE}
      refusal={refusal}
      onClose={onClose}
      onSubmit={() => {
        if (refusal) return;
        onSend({ message: message.trim(), buttons }, message.trim());
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
      <RowList
        rows={rows}
        least={1}
        most={Math.max(can.replyButtons, can.urlButtons)}
        nameOf={(at) => t('button_title', { number: at + 1 })}
        addLabel={t('button_add')}
        empty={EMPTY}
        onChange={(changed) => setRows([...changed])}
      >
        {(row, change, at) => (
          <>
            <TextField
              label={t('button_title', { number: at + 1 })}
              dir="auto"
              required
              pattern=".*\S.*"
              maxLength={20}
              value={row.title}
              onChange={({ currentTarget }) => change({ ...row, title: currentTarget.value })}
            />
            {can.urlButtons > 0 && (
              <TextField
                label={t('button_url')}
                hint={at === 0 ? t('button_url_hint') : undefined}
                type="url"
                dir="ltr"
                pattern="https://.+"
                placeholder="https://"
                maxLength={2048}
                value={row.url}
                onChange={({ currentTarget }) => change({ ...row, url: currentTarget.value })}
              />
            )}
          </>
        )}
      </RowList>
    </FormDialog>
  );
}
