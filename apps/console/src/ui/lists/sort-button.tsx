import { ArrowDown, ArrowUp } from 'lucide-react';

/** How a table is sorted: its titles change it. */
export interface Sorting {
  by: string;
  isDescending: boolean;
  onSort: (by: string) => void;
}

/** The title of a column that sorts the list; `aria-sort` of its cell says the direction. */
export function SortButton({ title, sort, sorting }: { title: string; sort: string; sorting: Sorting }) {
  const isOn = sorting.by === sort;
  const Arrow = sorting.isDescending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(sort)}
      className={`inline-flex min-h-6 cursor-pointer items-center gap-1 hover:text-ink ${isOn ? 'text-ink' : ''}`}
    >
      {title}
      <Arrow aria-hidden className={`size-3.5 ${isOn ? '' : 'invisible'}`} />
    </button>
  );
}
