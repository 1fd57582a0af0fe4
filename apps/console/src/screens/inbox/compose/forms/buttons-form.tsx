import { buttonsProblemOf, TIKTOK_CARD_MAX } from '@parley/common/messages/buttons-problem';
import { CAPABILITIES } from '@parley/common/messages/capabilities';
import { useState } from 'react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { composeTexts } from '../../../../texts/conversation.ts';
import { TextArea } from '../../../../ui/fields/field.tsx';
import { LineField, UrlField } from '../../../../ui/fields/kinds-of-field.tsx';
import type { ContentFormProps } from './content-form.ts';
import { ContentFrame } from './content-frame.tsx';
import { haveRepeats, replyIdsOf } from './reply-ids.ts';
import { RowList } from './row-list.tsx';

const EMPTY = { title: '', url: '' };

/** A text with buttons, as many and of the kinds that the channel takes. */
export function ButtonsForm({ channel, draft, onSend, onClose }: ContentFormProps) {
  const t = useTexts(composeTexts);
  const can = CAPABILITIES[channel];
  const [message, setMessage] = useState(draft);
  const [rows, setRows] = useState<readonly (typeof EMPTY)[]>([EMPTY]);
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
    <ContentFrame
      title={t('buttons')}
      refusal={refusal}
      onSend={onSend}
      onClose={onClose}
      contentOf={() => {
        const text = message.trim();
        return refusal ? null : { answer: { message: text, buttons }, shown: text };
      }}
    >
      <TextArea
        label={t('text')}
        required
        maxLength={channel === 'tt' ? TIKTOK_CARD_MAX : 1024}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <RowList
        rows={rows}
        most={Math.max(can.replyButtons, can.urlButtons)}
        nameOf={(number) => t('button_title', { number })}
        addLabel={t('button_add')}
        empty={EMPTY}
        onChange={setRows}
      >
        {(row, change, name, at) => (
          <>
            <LineField
              label={name}
              maxLength={20}
              value={row.title}
              onChange={({ currentTarget }) => change({ ...row, title: currentTarget.value })}
            />
            {can.urlButtons > 0 && (
              <UrlField
                label={t('button_url')}
                hint={at === 0 ? t('button_url_hint') : undefined}
                pattern="https://.+"
                placeholder="https://"
                value={row.url}
                onChange={({ currentTarget }) => change({ ...row, url: currentTarget.value })}
              />
            )}
          </>
        )}
      </RowList>
    </ContentFrame>
  );
}
