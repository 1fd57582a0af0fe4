import { useCallback, useEffect, useState } from 'react';
import { CHANNEL_CODES } from '../../i18n/channel-codes.ts';
import { channelTexts } from '../../i18n/channel-texts.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session-context.tsx';
import { type Filter, withFilter } from './filters.ts';
import { inboxTexts } from './texts.ts';

const CONTROL = 'min-h-10 w-full min-w-0 rounded-lg border border-line bg-surface px-2 text-ink placeholder:text-muted';
const SEARCH_AFTER_MS = 300;

interface Choice {
  value: string;
  text: string;
}

interface SelectProps {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChoose: (value: string) => void;
}

function FilterSelect({ label, value, choices, onChoose }: SelectProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChoose(event.target.value)} className={CONTROL}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.text}
        </option>
      ))}
    </select>
  );
}

interface Props {
  filter: Filter;
  namesOf: ReadonlyMap<string, string>;
  onChange: (filter: Filter) => void;
}

const STATES = ['open', 'resolved', 'archived'] as const;

/** Which conversations the list shows. */
export function FilterBar({ filter, namesOf, onChange }: Props) {
  const t = useTexts(inboxTexts);
  const channelName = useTexts(channelTexts);
  const { member } = useSession();
  const [wanted, setWanted] = useState(filter.q ?? '');
  const [known, setKnown] = useState(filter.q);
  // A picked view or removed filters bring their own search text.
  if (filter.q !== known) {
    setKnown(filter.q);
    if (wanted.trim() !== (filter.q ?? '')) setWanted(filter.q ?? '');
  }
  const search = useCallback((): void => {
    if (wanted.trim() !== (filter.q ?? '')) onChange(withFilter(filter, 'q', wanted.trim()));
  }, [wanted, filter, onChange]);
  useEffect(() => {
    const timer = setTimeout(search, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const channel = CHANNEL_CODES.find((code) => code === filter.channel);
  return (
    <search className="grid grid-cols-2 gap-2 border-b border-line p-3">
      <input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={100}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        // Applies the text before a view is saved.
        onBlur={search}
        className={`${CONTROL} col-span-2`}
      />
      <FilterSelect
        label={t('channel')}
        value={channel ?? ''}
        onChoose={(value) =>
          onChange(
            withFilter(
              filter,
              'channel',
              CHANNEL_CODES.find((code) => code === value),
            ),
          )
        }
        choices={[
          { value: '', text: t('all_channels') },
          ...CHANNEL_CODES.map((code) => ({ value: code, text: channelName(code) })),
        ]}
      />
      <FilterSelect
        label={t('state')}
        value={filter.status ?? ''}
        onChoose={(value) =>
          onChange(
            withFilter(
              filter,
              'status',
              STATES.find((state) => state === value),
            ),
          )
        }
        choices={[{ value: '', text: t('all') }, ...STATES.map((state) => ({ value: state, text: t(state) }))]}
      />
      <FilterSelect
        label={t('assignee')}
        value={filter.assignee ?? ''}
        onChoose={(value) => onChange(withFilter(filter, 'assignee', value || undefined))}
        choices={[
          { value: '', text: t('everybody') },
          ...(member ? [{ value: member.id, text: t('me') }] : []),
          { value: 'none', text: t('nobody') },
          ...[...namesOf].filter(([id]) => id !== member?.id).map(([value, text]) => ({ value, text })),
        ]}
      />
      <label className="flex min-h-10 items-center gap-2">
        <input
          type="checkbox"
          checked={filter.unread === true}
          onChange={(event) => onChange(withFilter(filter, 'unread', event.target.checked || undefined))}
          className="size-4 accent-accent"
        />
        {t('only_unread')}
      </label>
    </search>
  );
}
