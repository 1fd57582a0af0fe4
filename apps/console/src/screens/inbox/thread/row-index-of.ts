/** The index of the thread's row that an element is in; null outside of the rows. */
export function rowIndexOf(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row && Number(row.dataset.index);
}
