import { TEAM_NAME_MAX } from '@parley/common/workspace/team-limits';
import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { uiTexts } from '../../texts/shell.ts';
import { teamsTexts } from '../../texts/teams.ts';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { CheckField, CheckGroup } from '../../ui/fields/field.tsx';
import { LineField } from '../../ui/fields/kinds-of-field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { textOf, ticksOf } from '../../ui/forms/form-values.ts';
import { useSave } from '../../ui/forms/use-save.ts';
import { ListScreen } from '../../ui/lists/list-screen.tsx';
import type { RowMenu } from '../../ui/lists/list-state.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { Problem } from '../../ui/problems/problem.tsx';

/** The teams of the workspace. */
export function TeamsScreen() {
  const t = useTexts(teamsTexts);
  const list = useList('list-teams', {});
  return (
    <ListScreen
      title={t('title')}
      list={list}
      keyOf={({ id }) => id}
      empty={[t('empty'), t('empty_lead')]}
      create={{ title: t('create'), dialog: ({ close }) => <TeamDialog team={null} onClose={close} /> }}
      columns={[
        { title: t('name'), show: ({ name }) => <bdi className="font-medium">{name}</bdi> },
        { title: t('members'), show: ({ members }) => t('count', { count: members.length }) },
        { title: t('turns'), show: ({ by_turns }) => (by_turns ? t('on') : t('off')) },
      ]}
      useMenu={useMenu}
    />
  );
}

function useMenu(team: ItemOf<'list-teams'>): RowMenu {
  const t = useTexts(teamsTexts);
  const { id, name } = team;
  return {
    label: t('actions', { name }),
    actions: [
      { title: t('edit_action'), dialog: ({ close }) => <TeamDialog team={team} onClose={close} /> },
      {
        title: t('delete_action'),
        isDangerous: true,
        dialog: ({ close }) => (
          <ChangeDialog
            operation="delete-team"
            input={{ id }}
            refreshes={['list-teams']}
            title={t('delete_title', { name })}
            action={t('delete_action')}
            onClose={close}
          >
            {t('delete_lead')}
          </ChangeDialog>
        ),
      },
    ],
  };
}

interface Props {
  /** The team to edit; null creates one. */
  team: ItemOf<'list-teams'> | null;
  onClose: () => void;
}

const MEMBERS = 200;

/** Creates or edits a team. */
function TeamDialog({ team, onClose }: Props) {
  const t = useTexts(teamsTexts);
  const ui = useTexts(uiTexts);
  const members = useList('list-members', { limit: MEMBERS });
  const refreshes = ['list-teams'] as const;
  const saving = useSave({ create: 'create-team', update: 'update-team', refreshes, of: team, onDone: onClose });
  return (
    <FormDialog
      title={t(team ? 'edit' : 'create')}
      action={team ? ui('save') : t('create')}
      change={saving}
      instead={members.data ? undefined : members.error ? <Problem error={members.error} /> : <Loading />}
      onSubmit={(form) =>
        saving.save({
          name: textOf(form, 'name'),
          by_turns: form.get('by_turns') !== null,
          members: ticksOf(form, 'members'),
        })
      }
      onClose={onClose}
    >
      {/* The dialog set the focus before the members were loaded. */}
      <LineField label={t('name')} name="name" autoFocus maxLength={TEAM_NAME_MAX} defaultValue={team?.name} />
      <CheckGroup
        label={t('members')}
        name="members"
        choices={(members.data ?? []).map(({ id, name }) => ({ value: id, text: name }))}
        checked={team?.members ?? []}
      />
      <CheckField label={t('by_turns')} name="by_turns" defaultChecked={team?.by_turns} />
    </FormDialog>
  );
}
