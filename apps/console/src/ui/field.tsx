import { type ComponentProps, type ReactNode, useId } from 'react';
import { type Choice, Select, type SelectProps } from './select.tsx';

export const CONTROL = 'min-h-9 w-full rounded-lg border border-line bg-surface px-3 text-ink placeholder:text-muted';

export interface Described {
  label: string;
  hint?: string | undefined;
  /** Error message below the field. */
  error?: string | null | undefined;
}

/** What describes a field to a screen reader: its error, and its hint. */
export const describedBy = (id: string, { hint, error }: Pick<Described, 'hint' | 'error'>) => ({
  'aria-describedby': [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
});

export function Labelled({ id, label, hint, error, children }: Described & { id: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, hint, error, ...rest }: Described & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <input id={id} {...describedBy(id, { hint, error })} className={CONTROL} {...rest} />
    </Labelled>
  );
}

export function TextArea({ label, hint, error, ...rest }: Described & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        {...describedBy(id, { hint, error })}
        rows={4}
        dir="auto"
        className={`${CONTROL} py-2`}
        {...rest}
      />
    </Labelled>
  );
}

/** One labelled checkbox; if ticked, it is in the form under `name`. */
export function CheckField({ label, ...rest }: { label: string } & ComponentProps<'input'>) {
  return (
    <label className="flex min-h-8 items-center gap-2">
      <input type="checkbox" className="size-4 accent-accent" {...rest} />
      {label}
    </label>
  );
}

type SelectFieldProps = Described & Omit<SelectProps, 'id' | 'aria-label' | 'aria-describedby'>;

/** One of a few values, in a list. */
export function SelectField({ label, hint, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint}>
      <Select id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...rest} />
    </Labelled>
  );
}

/** Several checkboxes under one label; the ticked ones are in the form under `name`. */
export function CheckGroup({
  label,
  name,
  choices,
  checked,
}: {
  label: string;
  name: string;
  choices: readonly Choice[];
  checked: readonly string[];
}) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {choices.map(({ value, text }) => (
          <CheckField key={value} label={text} name={name} value={value} defaultChecked={checked.includes(value)} />
        ))}
      </div>
    </fieldset>
  );
}
