import { useState } from 'react';
import type { InputOf } from '../../../api/operations.ts';
import { useChange, useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { groupTexts } from '../../../texts/inbox-more.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import type { GroupPerson, GroupPlace } from './group-of.ts';
import { PersonResults } from './person-results.tsx';

/** People who ask to join a group, with a decision for each; nothing while no one asks. */
export function GroupRequests({ place }: { place: GroupPlace }) {
  const t = useTexts(groupTexts);
  const [results, setResults] = useState<readonly GroupPerson[]>([]);
  const { data, error } = useOperation('group-requests', place);
  const decide = useChange('decide-group-requests', { refreshes: ['group-requests', 'get-group'] });
  const submit = (decision: InputOf<'decide-group-requests'>['decision'], address: string): void =>
    decide.mutate(
      { ...place, decision, members: [address] },
      { onSuccess: (answer) => setResults(answer.results.filter(({ ok }) => !ok)) },
    );
  const requests = data?.requests ?? [];
  if (requests.length === 0 && results.length === 0) return <Problem error={error} />;
  return (
    <div className="grid gap-2">
      <h4 className="text-sm text-muted">{t('requests')}</h4>
      <ul className="grid gap-2">
        {requests.map(({ address }) => (
          <li key={address} className="flex flex-wrap items-center gap-2">
            <bdi dir="ltr" className="min-w-0 flex-1 text-start [overflow-wrap:anywhere]">
              {address}
            </bdi>
            <Button
              disabled={decide.isPending}
              aria-label={t('approve_name', { name: address })}
              onClick={() => submit('approve', address)}
            >
              {t('approve')}
            </Button>
            <Button
              disabled={decide.isPending}
              aria-label={t('reject_name', { name: address })}
              onClick={() => submit('reject', address)}
            >
              {t('reject')}
            </Button>
          </li>
        ))}
      </ul>
      <PersonResults results={results} />
      <Problem error={decide.error} />
    </div>
  );
}
