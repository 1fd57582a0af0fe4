import { useTexts } from '../../../i18n/language-context.tsx';
import { othersTexts } from '../../../texts/conversation.ts';
import { inboxTexts } from '../../../texts/inbox.ts';
import type { PresentPerson } from './use-presence.ts';

interface Props {
  people: readonly PresentPerson[];
  namesOf: ReadonlyMap<string, string>;
}

const SHOWN = 3;

function useNameOf(namesOf: ReadonlyMap<string, string>): (person: PresentPerson) => string {
  const t = useTexts(inboxTexts);
  return ({ member_id: id }) => (id === null ? t('operator') : (namesOf.get(id) ?? t('other_member')));
}

const sentenceOf = ({ doing, has_answered }: PresentPerson) =>
  doing === 'writing' ? 'is_writing' : has_answered ? 'has_answered' : 'is_looking';

/** The other members at the conversation; a screen reader announces changes politely. */
export function OthersHere({ people, namesOf }: Props) {
  const t = useTexts(othersTexts);
  const nameOf = useNameOf(namesOf);
  const sentences = people.slice(0, SHOWN).map((person) => t(sentenceOf(person), { name: nameOf(person) }));
  const more = people.length > SHOWN ? [t('more_here', { count: people.length - SHOWN })] : [];
  return (
    <p role="status" className="text-sm text-accent">
      {[...sentences, ...more].join(' · ')}
    </p>
  );
}

/** A warning above the composer while another member writes, or has just answered. */
export function WarnOfOthers({ people, namesOf }: Props) {
  const t = useTexts(othersTexts);
  const nameOf = useNameOf(namesOf);
  const urgent = people.find(({ doing, has_answered }) => doing === 'writing' || has_answered);
  if (!urgent) return null;
  const name = nameOf(urgent);
  return (
    <p role="note" className="border-t border-line bg-warn-soft px-3 py-2 text-warn">
      {urgent.doing === 'writing' ? t('warn_writing', { name }) : t('warn_answered', { name })}
    </p>
  );
}
