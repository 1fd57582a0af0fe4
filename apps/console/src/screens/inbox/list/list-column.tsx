import { lazy, Suspense, useRef } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { withTexts } from '../../../i18n/load-texts.ts';
import { inboxTexts, viewsTexts } from '../../../texts/inbox.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Loading } from '../../../ui/page/loading.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import { useStoredFlag } from '../../../ui/use-stored-flag.ts';
import type { Selection } from '../bulk/use-selection.ts';
import { Unsent } from '../conversation/unsent.tsx';
import { FilterBar } from '../filters/filter-bar.tsx';
import { FIRST_FILTER } from '../filters/filters.ts';
import type { ShownFilter } from '../filters/use-filter.ts';
import { type Phone, PhoneButton } from '../phone-beside.tsx';
import { NewMessage } from '../start/new-message.tsx';
import type { InboxActs } from '../use-inbox-acts.ts';
import { ViewsMenu } from '../views/views-menu.tsx';
import { FilteredList } from './filtered-list.tsx';
import type { RowsListed } from './use-rows-listed.ts';

const BulkBar = lazy(() =>
  withTexts(import('../bulk/bulk-bar.tsx'), 'inbox-more').then((file) => ({ default: file.BulkBar })),
);

interface Props {
  chosenId: number | undefined;
  namesOf: ReadonlyMap<string, string>;
  everyMs: number;
  shown: ShownFilter;
  filterKey: string;
  rows: RowsListed;
  selection: Selection;
  acts: InboxActs;
  phone: Phone;
}

/** The list with its title, its filters and what is done to selected conversations. On a phone a conversation hides it. */
export function ListColumn({ chosenId, namesOf, everyMs, shown, filterKey, rows, selection, acts, phone }: Props) {
  const t = useTexts(inboxTexts);
  const tOfViews = useTexts(viewsTexts);
  const [isDense, setDense] = useStoredFlag('parley.inbox.dense');
  const selectButton = useRef<HTMLButtonElement>(null);
  const { filter, change } = shown;
  const { selected } = selection;
  return (
    <div
      className={`min-h-0 min-w-0 flex-col border-e border-line bg-surface ${chosenId === undefined ? 'flex' : 'hidden lg:flex'}`}
    >
      <div className="flex items-center justify-between gap-2 px-3 pt-2">
        <h1 className="text-lg font-semibold">{t('title')}</h1>
        {filter && (
          <ViewsMenu
            view={shown.view}
            filter={filter}
            isOpen={acts.areViewsOpen}
            onOpen={acts.openViews}
            onPick={shown.pick}
            onFilter={change}
          />
        )}
        <PhoneButton phone={phone} />
        <NewMessage isOpen={acts.isStarting} onOpen={acts.start} />
        <Button ref={selectButton} look="quiet" aria-pressed={selected !== null} onClick={selection.turn}>
          {t('select')}
        </Button>
      </div>
      <Problem error={acts.error} />
      <Unsent goOn={acts.goOn} chosenId={chosenId} />
      {shown.isGone && (
        <p role="status" className="px-3 pt-2 text-warn">
          {tOfViews('gone')}
        </p>
      )}
      {filter === null ? (
        <Loading className="p-4 text-muted" />
      ) : (
        <>
          <FilterBar filter={filter} namesOf={namesOf} isDense={isDense} onDense={setDense} onChange={change} />
          <FilteredList
            key={filterKey}
            {...{ filter, chosenId, namesOf, selected, isDense, everyMs }}
            onSelect={selection.toggle}
            onClear={() => change(FIRST_FILTER)}
            onPhone={phone.show}
            onListed={rows.onListed}
          />
          {selected !== null && (
            <Suspense>
              <BulkBar
                {...{ selected, filter, namesOf }}
                onSelectAll={selection.selectAll}
                onDone={() => {
                  selection.turn();
                  selectButton.current?.focus();
                }}
              />
            </Suspense>
          )}
        </>
      )}
    </div>
  );
}
