import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { withTexts } from '../../../i18n/load-texts.ts';
import { useSession } from '../../../shell/session/session-context.tsx';
import { inboxTexts } from '../../../texts/inbox.ts';
import { PopupButton } from '../../../ui/buttons/popup-button.tsx';
import { Chip } from './chip.tsx';
import { chipsOf, countHidden } from './chips.ts';
import { type Filter, isSame, withFilter } from './filters.ts';

const loadPopover = () => withTexts(import('./filter-popover.tsx'), 'inbox-more');
const FilterPopover = lazy(() => loadPopover().then((file) => ({ default: file.FilterPopover })));

const LabelFilterChip = lazy(() =>
  import('../labels/label-filter-chip.tsx').then((file) => ({ default: file.LabelFilterChip })),
);

const SEARCH_AFTER_MS = 300;

interface Props {
  filter: Filter;
  namesOf: ReadonlyMap<string, string>;
  isDense: boolean;
  onDense: (isDense: boolean) => void;
  onChange: (filter: Filter) => void;
}

/** The filters of the list: a search field, chips, and a button that opens all filters. */
export function FilterBar({ filter, namesOf, isDense, onDense, onChange }: Props) {
  const t = useTexts(inboxTexts);
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
  const hidden = countHidden(filter, member?.id);
  const button = {
    'aria-label': hidden > 0 ? t('filters_on', { count: hidden }) : t('filters'),
    className:
      'relative grid size-9 shrink-0 place-items-center rounded-lg border border-line text-muted hover:bg-raised',
    children: (
      <>
        <SlidersHorizontal aria-hidden className="size-4" />
        {hidden > 0 && <span aria-hidden className="absolute -end-0.5 -top-0.5 size-2 rounded-full bg-accent" />}
      </>
    ),
  };
  return (
    <search className="grid gap-2 border-b border-line px-3 py-2">
      <div className="flex gap-2">
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={100}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          // Applies the text before a view is saved.
          onBlur={search}
          className="min-h-9 w-full min-w-0 rounded-lg border border-line bg-surface px-3 text-ink placeholder:text-muted"
        />
        <PopupButton popup="dialog" load={loadPopover} button={button} hint={t('filters')}>
          <FilterPopover {...{ button, filter, namesOf, isDense, onDense, onChange }} />
        </PopupButton>
      </div>
      <fieldset className="flex min-w-0 gap-1.5 overflow-x-auto">
        <legend className="sr-only">{t('quick_filters')}</legend>
        {chipsOf(filter, member?.id).map(({ name, filter: picked }) => (
          <Chip
            key={name}
            text={t(name)}
            filter={picked}
            isOn={isSame(picked, filter)}
            onPick={() => onChange(picked)}
          />
        ))}
        {filter.label && (
          <Suspense>
            <LabelFilterChip filter={filter} onChange={onChange} />
          </Suspense>
        )}
      </fieldset>
    </search>
  );
}
