import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useOperation } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session-context.tsx';
import { PopupButton } from '../../ui/popup-button.tsx';
import { chipsOf, countHidden } from './chips.ts';
import { type Filter, isSame, withFilter } from './filters.ts';
import { inboxTexts } from './texts.ts';

const loadPopover = () => import('./filter-popover.tsx');
const FilterPopover = lazy(() => loadPopover().then((file) => ({ default: file.FilterPopover })));

const LabelFilterChip = lazy(() =>
  import('./labels/label-filter-chip.tsx').then((file) => ({ default: file.LabelFilterChip })),
);

const SEARCH_AFTER_MS = 300;
/** Poll interval of the counts, in case a live event was lost. */
const COUNT_EVERY_MS = 30_000;

interface ChipProps {
  text: string;
  filter: Filter;
  isOn: boolean;
  onPick: () => void;
}

/** A filter that one tap sets, with the number of conversations it finds. */
export function Chip({ text, filter, isOn, onPick }: ChipProps) {
  const { number } = useFormats();
  const { data } = useOperation('count-conversations', filter, { everyMs: COUNT_EVERY_MS });
  const more = data?.next_cursor ? '+' : '';
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPick}
      className="flex min-h-7 shrink-0 items-center gap-1 rounded-full border border-line px-2 text-sm text-muted hover:bg-raised aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent"
    >
      <bdi>{text}</bdi>
      {data && <span className="tabular-nums">{`${number(data.count)}${more}`}</span>}
    </button>
  );
}

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
