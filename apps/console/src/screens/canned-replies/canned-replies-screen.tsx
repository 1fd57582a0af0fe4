import { REPLY_TEXT_MAX, REPLY_TITLE_MAX } from '@parley/common/workspace/note-limits';
import { REPLY_FIELDS, unknownFieldOf } from '@parley/common/workspace/reply-fields';
import { useDeferredValue, useState } from 'react';
import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { cannedRepliesTexts } from '../../texts/canned-replies.ts';
import { uiTexts } from '../../texts/shell.ts';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { TextArea, TextField } from '../../ui/fields/field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useSave } from '../../ui/forms/use-save.ts';
import { ListScreen } from '../../ui/lists/list-screen.tsx';
import type { RowMenu } from '../../ui/lists/list-state.tsx';
import { Ago } from '../../ui/marks/ago.tsx';

const PAGE = 50;

/** Prepared answers of the workspace: search, create, change, delete. */
export function CannedRepliesScreen() {
  const t = useTexts(cannedRepliesTexts);
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const list = useList('list-canned-replies', { limit: PAGE, ...(q === '' ? {} : { q }) });
  const isSearched = typed !== '';
  return (
    <ListScreen
      title={t('title')}
      above={
        (isSearched || Boolean(list.data?.length)) && (
          <TextField
            label={t('search')}
            type="search"
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )
      }
      list={list}
      keyOf={({ id }) => id}
      empty={[t('empty'), t('empty_lead')]}
      isSearched={isSearched}
      noMatch={[t('nothing'), t('nothing_lead')]}
      create={{ title: t('create'), dialog: ({ close }) => <ReplyDialog of={null} onClose={close} /> }}
      columns={[
        { title: t('name'), show: ({ title }) => <bdi className="font-medium">{title}</bdi> },
        {
          title: t('text'),
          show: ({ text }) => (
            <span className="line-clamp-2 [overflow-wrap:anywhere]">
              <bdi>{text}</bdi>
            </span>
          ),
        },
        { title: t('changed'), show: ({ updated_at }) => <Ago at={updated_at} /> },
      ]}
      useMenu={useMenu}
    />
  );
}

function useMenu(reply: Reply): RowMenu {
  const t = useTexts(cannedRepliesTexts);
  const { id, title: name } = reply;
  return {
    label: t('actions', { name }),
    actions: [
      { title: t('edit'), dialog: ({ close }) => <ReplyDialog of={reply} onClose={close} /> },
      {
        title: t('remove'),
        isDangerous: true,
        dialog: ({ close }) => (
          <ChangeDialog
            operation="delete-canned-reply"
            input={{ id }}
            refreshes={['list-canned-replies']}
            title={t('remove_title', { name })}
            action={t('remove')}
            onClose={close}
          >
            {t('remove_lead')}
          </ChangeDialog>
        ),
      },
    ],
  };
}

type Reply = ItemOf<'list-canned-replies'>;

const FIELDS = REPLY_FIELDS.map((field) => `{{${field}}}`).join(' ');

/** Creates a canned reply, or changes one. */
function ReplyDialog({ of, onClose }: { of: Reply | null; onClose: () => void }) {
  const t = useTexts(cannedRepliesTexts);
  const ui = useTexts(uiTexts);
  const saving = useSave({
    create: 'create-canned-reply',
    update: 'update-canned-reply',
    refreshes: ['list-canned-replies'],
    of,
    onDone: onClose,
  });
  const [isRefused, setRefused] = useState(false);
  const submit = (form: FormData): void => {
    const given = { title: String(form.get('title')).trim(), text: String(form.get('text')).trim() };
    const isUnknown = unknownFieldOf(given.text) !== null;
    setRefused(isUnknown);
    if (!isUnknown && given.title !== '' && given.text !== '') saving.save(given);
  };
  return (
    <FormDialog
      title={of ? of.title : t('create')}
      action={of ? ui('save') : t('create')}
      change={saving}
      refusal={isRefused && t('refused', { fields: FIELDS })}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t('name')} name="title" required maxLength={REPLY_TITLE_MAX} defaultValue={of?.title} />
      <TextArea
        label={t('text')}
        hint={t('text_hint', { fields: FIELDS })}
        name="text"
        required
        rows={6}
        maxLength={REPLY_TEXT_MAX}
        defaultValue={of?.text}
      />
    </FormDialog>
  );
}
