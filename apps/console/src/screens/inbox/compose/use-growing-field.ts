import { type RefObject, useLayoutEffect } from 'react';

/** The classes of the field: two to eight lines high. */
export const GROWING =
  'field-sizing-content max-h-[11.625rem] min-h-16 w-full resize-none rounded-lg border border-line bg-surface p-3 placeholder:text-muted';

/** Otherwise the height is set after each change, which costs a layout of the page for each key. */
const doesGrow = CSS.supports('field-sizing', 'content');

/** Makes a text field as high as its text, within the limits of {@link GROWING}, where the browser does not. */
export function useGrowingField(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useLayoutEffect(() => {
    const { current } = field;
    if (!current || doesGrow) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`;
  }, [field, text]);
}
