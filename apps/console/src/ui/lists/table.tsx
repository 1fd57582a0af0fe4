import type { ReactNode } from 'react';
import { SortButton, type Sorting } from './sort-button.tsx';

export interface Column<T> {
  title: string;
  /** Shown in place of the title. */
  heading?: ReactNode;
  /** The sort key of the column. */
  sort?: string;
  /** Also shown where there is room for few: beside an open item, and on a phone. */
  isShort?: boolean;
  /** Aligned at the last digit. */
  isNumber?: boolean;
  show: (item: T) => ReactNode;
}

export interface TableProps<T> {
  caption: string;
  sorting?: Sorting;
  columns: readonly Column<T>[];
  keyOf: (item: T) => string;
  /** The key of the item that is open beside the list. */
  openedKey?: string | undefined;
}

function ariaSort(sort: string | undefined, sorting: Sorting | undefined) {
  if (sort === undefined || sort !== sorting?.by) return;
  return sorting.isDescending ? 'descending' : 'ascending';
}

const NUMBER = 'tabular-nums sm:text-end';
/** Relative: content for screen readers is positioned absolutely, and would widen the page around a scrolling table. */
const BOX = 'relative overflow-x-auto rounded-xl border border-line bg-surface';

/** Rows under headings, cards on a phone (styles.css); it scrolls sideways by itself in a window that is too narrow. */
export function Table<T>({
  items,
  caption,
  sorting,
  columns: all,
  keyOf,
  openedKey,
}: TableProps<T> & { items: readonly T[] }) {
  const columns = openedKey === undefined ? all : all.filter(({ isShort }) => isShort);
  // A card whose item opens shows what is also beside an open item.
  const opens = all.some(({ isShort }) => isShort);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section aria-label={caption} tabIndex={0} className={BOX}>
      <table data-cards className="w-full text-start">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line text-sm text-muted">
          <tr>
            {columns.map(({ title, heading, sort, isNumber }) => (
              <th
                key={title}
                scope="col"
                data-plain={!heading && !sort}
                aria-sort={ariaSort(sort, sorting)}
                className={`px-4 py-2 text-start font-medium whitespace-nowrap ${isNumber ? NUMBER : ''}`}
              >
                {sort && sorting ? <SortButton title={title} sort={sort} sorting={sorting} /> : (heading ?? title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block">
          {items.map((item) => (
            <tr key={keyOf(item)} className={keyOf(item) === openedKey ? 'bg-accent-soft' : ''}>
              {columns.map(({ title, isShort = false, isNumber, show }) => (
                <td
                  key={title}
                  data-title={title}
                  data-more={opens && !isShort}
                  className={`px-4 py-2.5 align-middle ${isNumber ? NUMBER : ''}`}
                >
                  {show(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
