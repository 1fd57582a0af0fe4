import { useDeferredValue, useState } from 'react';
import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { RemoveDialog } from '../../ui/remove-dialog.tsx';
import type { Column } from '../../ui/table.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { type Reply, ReplyDialog } from './reply-dialog.tsx';
import { cannedRepliesTexts } from './texts.ts';

const PAGE = 50;

type Opened = { what: 'create' } | { what: 'edit' | 'remove'; reply: Reply } | null;

/** Prepared answers of the workspace: search, create, change, delete. */
export function CannedRepliesScreen() {
  const t = useTexts(cannedRepliesTexts);
  const ui = useTexts(uiTexts);
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const list = useList('list-canned-replies', { limit: PAGE, ...(q === '' ? {} : { q }) });
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  const columns: Column<Reply>[] = [
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
    {
      title: ui('actions'),
      show: (reply) => (
        <ActionMenu
          label={t('actions', { name: reply.title })}
          actions={[
            { title: t('edit'), run: () => setOpened({ what: 'edit', reply }) },
            { title: t('remove'), isDangerous: true, run: () => setOpened({ what: 'remove', reply }) },
          ]}
        />
      ),
    },
  ];
  const create = (
    <Button look="primary" onClick={() => setOpened({ what: 'create' })}>
      {t('create')}
    </Button>
  );
  const isSearch = typed !== '';
  const isUsed = isSearch || (list.data !== undefined && list.data.length > 0);
  return (
    <ListScreen
      title={t('title')}
      actions={isUsed ? create : undefined}
      create={isSearch ? undefined : create}
      above={
        isUsed && (
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
      emptyTitle={isSearch ? t('nothing') : t('empty')}
      emptyLead={isSearch ? t('nothing_lead') : t('empty_lead')}
      columns={columns}
    >
      {opened?.what === 'create' && <ReplyDialog of={null} onClose={close} />}
      {opened?.what === 'edit' && <ReplyDialog of={opened.reply} onClose={close} />}
      {opened?.what === 'remove' && (
        <RemoveDialog
          operation="delete-canned-reply"
          refreshes={['list-canned-replies']}
          id={opened.reply.id}
          title={t('remove_title', { name: opened.reply.title })}
          action={t('remove')}
          onClose={close}
        >
          {t('remove_lead')}
        </RemoveDialog>
      )}
    </ListScreen>
  );
}
