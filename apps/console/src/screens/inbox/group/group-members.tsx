import { useState } from 'react';
import type { InputOf } from '../../../api/operations.ts';
import { useChange } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { groupTexts } from '../../../texts/inbox-more.ts';
import { ActionMenu } from '../../../ui/buttons/action-menu.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Badge } from '../../../ui/marks/badge.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import type { Group, GroupPerson, GroupPlace } from './group-of.ts';
import { PersonResults } from './person-results.tsx';

/** Members that are shown at first. */
const SHOWN = 20;

interface Props {
  place: GroupPlace;
  group: Group;
  isAdmin: boolean;
}

type Change = InputOf<'group-members'>['change'];

/** The members of a group, with a menu for each, and a form that adds one. */
export function GroupMembers({ place, group, isAdmin }: Props) {
  const t = useTexts(groupTexts);
  const [isWhole, setIsWhole] = useState(false);
  const [results, setResults] = useState<readonly GroupPerson[]>([]);
  const change = useChange('group-members', { refreshes: ['get-group'] });
  const submit = (what: Change, address: string): void =>
    change.mutate(
      { ...place, change: what, members: [address] },
      { onSuccess: (answer) => setResults(answer.results.filter(({ ok }) => !ok)) },
    );
  const shown = isWhole ? group.members : group.members.slice(0, SHOWN);
  return (
    <div className="grid gap-2">
      <h4 className="text-sm text-muted">{t('members', { count: group.size })}</h4>
      <ul className="grid gap-1">
        {shown.map(({ address, role }) => (
          <li key={address} className="flex min-h-9 items-center gap-2">
            <bdi dir="ltr" className="min-w-0 flex-1 text-start [overflow-wrap:anywhere]">
              {address}
            </bdi>
            {role !== 'member' && <Badge look="plain">{t(role)}</Badge>}
            {isAdmin && role !== 'owner' && (
              <ActionMenu
                label={t('actions', { name: address })}
                isDisabled={change.isPending}
                actions={[
                  role === 'admin'
                    ? { title: t('demote'), run: () => submit('demote', address) }
                    : { title: t('promote'), run: () => submit('promote', address) },
                  { title: t('remove'), isDangerous: true, run: () => submit('remove', address) },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {!isWhole && group.members.length > SHOWN && (
        <button
          type="button"
          className="min-h-8 justify-self-start text-accent underline"
          onClick={() => setIsWhole(true)}
        >
          {t('show_all')}
        </button>
      )}
      <PersonResults results={results} />
      {isAdmin || group.settings.members_add ? (
        <Form
          action={t('add')}
          change={change}
          of="group-members"
          onSubmit={(form) => submit('add', String(form.get('number') ?? '').replace(/[\s()-]/g, ''))}
        >
          <TextField label={t('number')} hint={t('number_hint')} name="number" type="tel" dir="ltr" required />
        </Form>
      ) : (
        <Problem error={change.error} />
      )}
    </div>
  );
}
