import type { ComponentProps } from 'react';
import { CONTROL } from '../fields/field.tsx';

/** Searches the list below it, while one types. */
export const SearchField = ({ label, ...rest }: { label: string } & ComponentProps<'input'>) => (
  <input
    type="search"
    aria-label={label}
    placeholder={label}
    autoComplete="off"
    {...rest}
    dir="auto"
    className={`${CONTROL} sm:max-w-sm`}
  />
);
