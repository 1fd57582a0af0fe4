import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ChangeEvent, useDeferredValue, useState } from 'react';

export type AddressTexts<N extends string> = { [K in N]?: string };

/** Returns a reader for addresses whose search has only these strings; empty and other values are left out. */
export const readTexts =
  <const N extends string>(...names: readonly N[]) =>
  (search: Record<string, unknown>): AddressTexts<N> => {
    const found = names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
    });
    return Object.fromEntries(found.filter(([, text]) => text !== '')) as AddressTexts<N>; // safe: only these names were read
  };

/** A step can be taken back with the browser's Back; any other change replaces the current address. */
type ChangeAddress<N extends string> = (change: AddressTexts<N>, kind?: { isStep: boolean }) => void;

/**
 * The filters of a screen, which are part of its address, so that a link, a reload and Back show the same. The screen's
 * route reads them with `readTexts`; an empty text removes a filter.
 */
export function useAddressFilters<N extends string>(): [AddressTexts<N>, ChangeAddress<N>] {
  const search: object = useSearch({ strict: false });
  const shown = search as AddressTexts<N>; // safe: the screen's route reads them with readTexts
  const navigate = useNavigate();
  const change: ChangeAddress<N> = (some, { isStep } = { isStep: false }) => {
    const next = Object.entries({ ...shown, ...some }).filter(([, text]) => text !== '');
    void navigate({ to: '.', search: Object.fromEntries(next), replace: !isStep });
  };
  return [shown, change];
}

/** The longest text of a filter. */
const TYPED_MAX = 60;

/**
 * A filter that is typed: the props of its field, and its text, which lags behind while the list of the previous text
 * renders. `first` is its text in the address, `show` writes it there.
 */
export function useTypedFilter(first: string | undefined, show: (text: string) => void) {
  const [typed, setTyped] = useState(first ?? '');
  const onChange = ({ target: { value } }: ChangeEvent<HTMLInputElement>): void => {
    setTyped(value);
    show(value.trim());
  };
  return {
    text: useDeferredValue(typed.trim()),
    field: { dir: 'ltr', maxLength: TYPED_MAX, value: typed, onChange },
  } as const;
}
