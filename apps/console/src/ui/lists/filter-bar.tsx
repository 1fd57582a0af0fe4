import type { ComponentProps, ReactNode } from 'react';
import { CONTROL } from '../fields/field.tsx';
import { Select, type SelectProps } from '../fields/select.tsx';

interface Props {
  children: ReactNode;
  /** Actions on the whole list, at the end of the line. */
  actions?: ReactNode;
}

/** The filters of a list in one line. */
export const FilterBar = ({ children, actions }: Props) => (
  <div className="flex flex-wrap items-center gap-2">
    {children}
    {actions && <div className="flex flex-wrap gap-2 sm:ms-auto">{actions}</div>}
  </div>
);

const WIDTH = 'w-[calc(50%-0.25rem)] sm:w-44';

/** A filter of a few values; the first one, which filters nothing, says what it is about. */
export const FilterSelect = ({ label, ...rest }: { label: string } & SelectProps) => (
  <div className={WIDTH}>
    <Select aria-label={label} {...rest} />
  </div>
);

/** A filter that is typed. Its direction is that of what was typed: the placeholder has the page's. */
export const FilterField = ({ label, dir, ...rest }: { label: string } & ComponentProps<'input'>) => (
  <div className={WIDTH}>
    <input
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      dir={rest.value === '' ? undefined : dir}
      className={CONTROL}
      {...rest}
    />
  </div>
);

/** A filter of a day, whose own placeholder does not say what it is about. */
export const FilterDay = ({ label, ...rest }: { label: string } & ComponentProps<'input'>) => (
  <label className="flex w-full items-center gap-2 sm:w-auto">
    <span className="shrink-0 text-sm text-muted">{label}</span>
    <input type="date" className={`${CONTROL} min-w-0`} {...rest} />
  </label>
);
