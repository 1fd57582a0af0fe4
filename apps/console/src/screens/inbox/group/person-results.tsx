import { useTexts } from '../../../i18n/language-context.tsx';
import { groupTexts } from '../../../texts/inbox-more.ts';
import type { GroupPerson } from './group-of.ts';

/** The people for whom nothing was done, each with the reason. */
export function PersonResults({ results }: { results: readonly GroupPerson[] }) {
  const t = useTexts(groupTexts);
  return (
    <ul role="status" className="grid gap-1 text-sm text-warn empty:hidden">
      {results.map(({ address, error }) => (
        <li key={address}>
          <bdi dir="ltr">{address}</bdi>: {t(error ?? 'refused')}
        </li>
      ))}
    </ul>
  );
}
