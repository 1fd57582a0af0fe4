import { TEAM_NAME_MAX } from '@parley/common/team-limits';
import { type ItemOf, useChange, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { CheckField, CheckGroup } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { textOf, ticksOf } from '../../ui/form-values.ts';
import { LineField } from '../../ui/kinds-of-field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Problem } from '../../ui/problem.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { teamsTexts } from './texts.ts';

interface Props {
  /** The team to edit; null creates one. */
  team: ItemOf<'list-teams'> | null;
  onClose: () => void;
}

const MEMBERS = 200;

/** Creates or edits a team. */
export function TeamDialog({ team, onClose }: Props) {
  const t = useTexts(teamsTexts);
  const ui = useTexts(uiTexts);
  const members = useList('list-members', { limit: MEMBERS });
  const create = useChange('create-team', { refreshes: ['list-teams'] });
  const update = useChange('update-team', { refreshes: ['list-teams'] });
  return (
    <FormDialog
      title={t(team ? 'edit' : 'create')}
      action={team ? ui('save') : t('create')}
      change={team ? update : create}
      instead={members.data ? undefined : members.error ? <Problem error={members.error} /> : <Loading />}
      onSubmit={(form) => {
        const given = {
          name: textOf(form, 'name'),
          by_turns: form.get('by_turns') !== null,
          members: ticksOf(form, 'members'),
        };
        if (team) update.mutate({ id: team.id, ...given }, { onSuccess: onClose });
        else create.mutate(given, { onSuccess: onClose });
      }}
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
