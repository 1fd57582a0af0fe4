import { useState } from 'react';
import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { LabelChip } from '../../ui/label-chip.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { RemoveDialog } from '../../ui/remove-dialog.tsx';
import type { Column } from '../../ui/table.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { LabelDialog } from './label-dialog.tsx';
import { labelsTexts } from './texts.ts';

type Label = ItemOf<'list-labels'>;
type Opened = { what: 'edit'; label: Label | null } | { what: 'delete'; label: Label } | null;

/** The labels of the workspace. */
export function LabelsScreen() {
  const t = useTexts(labelsTexts);
  const ui = useTexts(uiTexts);
  const list = useList('list-labels', {});
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  const columns: Column<Label>[] = [
    { title: t('name'), show: ({ title, color }) => <LabelChip title={title} color={color} /> },
    { title: t('color'), show: ({ color }) => t(color) },
    {
      title: ui('actions'),
      show: (label) => (
        <ActionMenu
          label={t('actions', { title: label.title })}
          actions={[
            { title: t('edit_action'), run: () => setOpened({ what: 'edit', label }) },
            { title: t('delete_action'), isDangerous: true, run: () => setOpened({ what: 'delete', label }) },
          ]}
        />
      ),
    },
  ];
  return (
    <ListScreen
      title={t('title')}
      list={list}
      keyOf={({ id }) => id}
      emptyTitle={t('empty')}
      emptyLead={t('empty_lead')}
      create={
        <Button look="primary" onClick={() => setOpened({ what: 'edit', label: null })}>
          {t('create')}
        </Button>
      }
      columns={columns}
    >
      {opened?.what === 'edit' && <LabelDialog label={opened.label} onClose={close} />}
      {opened?.what === 'delete' && (
        <RemoveDialog
          operation="delete-label"
          refreshes={['list-labels']}
          id={opened.label.id}
          title={t('delete_title', { title: opened.label.title })}
          action={t('delete_action')}
          onClose={close}
        >
          {t('delete_lead')}
        </RemoveDialog>
      )}
    </ListScreen>
  );
}
