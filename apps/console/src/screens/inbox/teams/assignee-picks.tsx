import { useList } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { useSession } from '../../../shell/session/session-context.tsx';
import { actionTexts, teamTexts } from '../../../texts/inbox.ts';
import { PickList } from '../pick-list.tsx';

interface Props {
  namesOf: ReadonlyMap<string, string>;
  /** The present member and team, which are not offered; undefined offers everything. */
  now?: { assignee: string | null; team: { id: string } | null } | undefined;
  onPick: (change: { assignee: string | null } | { team: string | null }, title: string) => void;
}

/** Members and teams, to assign a conversation to. */
export function AssigneePicks({ namesOf, now, onPick }: Props) {
  const t = useTexts(teamTexts);
  const act = useTexts(actionTexts);
  const { member } = useSession();
  const { data: teams = [] } = useList('list-teams', {});
  const others = [...namesOf].filter(([id]) => id !== member?.id);
  const picks = [
    ...(member ? [{ id: member.id, title: act('assign_me'), change: { assignee: member.id } }] : []),
    ...teams.map(({ id, name }) => ({ id, title: t('team', { name }), change: { team: id } })),
    ...others.map(([id, name]) => ({ id, title: name, change: { assignee: id } })),
    ...(now?.assignee === null ? [] : [{ id: 'nobody', title: act('unassign'), change: { assignee: null } }]),
    ...(now?.team === null ? [] : [{ id: 'no_team', title: t('no_team'), change: { team: null } }]),
  ].filter(({ id }) => id !== now?.assignee && id !== now?.team?.id);
  return (
    <PickList
      label={t('find')}
      empty={t('no_match')}
      picks={picks}
      onPick={({ id }) => {
        const picked = picks.find((pick) => pick.id === id);
        if (picked) onPick(picked.change, picked.title);
      }}
    />
  );
}
