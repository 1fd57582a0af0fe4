import type { ComponentProps, ReactNode } from 'react';
import { CONTROL } from './field.tsx';
import { Select, type SelectProps } from './select.tsx';

interface Props {
  children: ReactNode;
  /** What is done with the list, at its end. */
  actions?: ReactNode;
}

/** The filters of a list in one line. */
export const FilterBar = ({ children, actions }: Props) => (
  <div className="flex flex-wrap items-center gap-2">
    {children}
    {actions && <div className="flex flex-wrap gap-2 sm:ms-auto">{actions}</div>}
  </div>
);

const WIDTH = 'w-full sm:w-44';

/** A filter of a few values; the first one, which filters nothing, says what it is about. */
export const FilterSelect = ({ label, ...rest }: { label: string } & SelectProps) => (
  <div className={WIDTH}>
    <Select aria-label={label} {...rest} />
  </div>
);

/** A filter that is typed or picked. */
export const FilterField = ({ label, ...rest }: { label: string } & ComponentProps<'input'>) => (
  <div className={WIDTH}>
    <input aria-label={label} placeholder={label} autoComplete="off" className={CONTROL} {...rest} />
  </div>
);
