import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { changeTexts } from '../../../texts/conversation.ts';
import { inboxTexts } from '../../../texts/inbox.ts';
import type { Change } from './use-changes.ts';

function useSentence(namesOf: ReadonlyMap<string, string>): (change: Change) => string {
  const t = useTexts(changeTexts);
  const ofInbox = useTexts(inboxTexts);
  const formats = useFormats();
  const nameOf = (id: string | null): string =>
    id === null ? ofInbox('operator') : (namesOf.get(id) ?? ofInbox('other_member'));
  return ({ kind, value, member_id: id, at: _ }) => {
    const by = nameOf(id);
    if (kind === 'assigned') {
      if (value === null) return t('unassigned', { by });
      return value === id ? t('took', { by }) : t('assigned', { by, name: nameOf(value) });
    }
    if (kind === 'rotated') return t('rotated', { name: nameOf(value) });
    if (kind === 'team') return value === null ? t('no_team', { by }) : t('team', { by, name: value });
    if (kind === 'snoozed')
      return value === null ? t('snoozed_until_answer', { by }) : t('snoozed', { by, time: formats.dateTime(value) });
    if (kind === 'woken') return id === null ? t('due') : t('woken', { by });
    return value === 'resolved' || value === 'archived' ? t(value, { by }) : t('open', { by });
  };
}

interface Props {
  changes: readonly Change[];
  namesOf: ReadonlyMap<string, string>;
}

/** Decisions of members between two messages of a thread: assignments, states, snoozes. */
export function ChangeLines({ changes, namesOf }: Props) {
  const formats = useFormats();
  const sentenceOf = useSentence(namesOf);
  return changes.map((change) => (
    <p key={change.id} className="px-4 py-1 text-center text-sm text-muted">
      {`${sentenceOf(change)} · `}
      <time dateTime={change.at} title={formats.dateTime(change.at)}>
        {formats.time(change.at)}
      </time>
    </p>
  ));
}
