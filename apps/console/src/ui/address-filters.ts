import { useNavigate, useSearch } from '@tanstack/react-router';

export type AddressTexts<N extends string> = { [K in N]?: string };

/** Returns a reader for addresses whose search has only these texts; empty and other values are left out. */
export const readTexts =
  <const N extends string>(...names: readonly N[]) =>
  (search: Record<string, unknown>): AddressTexts<N> => {
    const found = names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
    });
    return Object.fromEntries(found.filter(([, text]) => text !== '')) as AddressTexts<N>; // safe: only these names were read
  };

/**
 * The filters of a screen, which are part of its address, so that a link, a reload and Back show the same. The screen's
 * route reads them with `readTexts`; an empty text removes a filter.
 */
export function useAddressFilters<N extends string>(): [AddressTexts<N>, (change: AddressTexts<N>) => void] {
  const search: object = useSearch({ strict: false });
  const shown = search as AddressTexts<N>; // safe: the screen's route reads them with readTexts
  const navigate = useNavigate();
  const change = (some: AddressTexts<N>): void => {
    const next = Object.entries({ ...shown, ...some }).filter(([, text]) => text !== '');
    void navigate({ to: '.', search: Object.fromEntries(next), replace: true });
  };
  return [shown, change];
}
