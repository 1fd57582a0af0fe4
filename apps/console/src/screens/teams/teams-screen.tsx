import { useState } from 'react';
import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { RemoveDialog } from '../../ui/remove-dialog.tsx';
import type { Column } from '../../ui/table.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { TeamDialog } from './team-dialog.tsx';
import { teamsTexts } from './texts.ts';

type Team = ItemOf<'list-teams'>;
type Opened = { what: 'edit'; team: Team | null } | { what: 'delete'; team: Team } | null;

/** The teams of the workspace. */
export function TeamsScreen() {
  const t = useTexts(teamsTexts);
  const ui = useTexts(uiTexts);
  const list = useList('list-teams', {});
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  const columns: Column<Team>[] = [
    { title: t('name'), show: ({ name }) => <bdi className="font-medium">{name}</bdi> },
    { title: t('members'), show: ({ members }) => t('count', { count: members.length }) },
    { title: t('turns'), show: ({ by_turns }) => (by_turns ? t('on') : t('off')) },
    {
      title: ui('actions'),
      show: (team) => (
        <ActionMenu
          label={t('actions', { name: team.name })}
          actions={[
            { title: t('edit_action'), run: () => setOpened({ what: 'edit', team }) },
            { title: t('delete_action'), isDangerous: true, run: () => setOpened({ what: 'delete', team }) },
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
        <Button look="primary" onClick={() => setOpened({ what: 'edit', team: null })}>
          {t('create')}
        </Button>
      }
      columns={columns}
    >
      {opened?.what === 'edit' && <TeamDialog team={opened.team} onClose={close} />}
      {opened?.what === 'delete' && (
        <RemoveDialog
          operation="delete-team"
          refreshes={['list-teams']}
          id={opened.team.id}
          title={t('delete_title', { name: opened.team.name })}
          action={t('delete_action')}
          onClose={close}
        >
          {t('delete_lead')}
        </RemoveDialog>
      )}
    </ListScreen>
  );
}
