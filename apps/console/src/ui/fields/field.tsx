import {
  type ComponentProps,
  type FormEvent,
  type FormEventHandler,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
} from 'react';
import type { Choice } from './choice.ts';
import { Select, type SelectProps } from './select.tsx';
import { useLength } from './use-length.ts';

export const CONTROL = 'min-h-9 w-full rounded-lg border border-line bg-surface px-3 text-ink placeholder:text-muted';

export interface Described {
  label: string;
  hint?: string | undefined;
  /** Error message below the field. */
  error?: string | null | undefined;
}

/** The elements that describe a field to a screen reader: its error, and its hint. */
export const describedBy = (id: string, { hint, error }: Pick<Described, 'hint' | 'error'>) => ({
  'aria-describedby': [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
});

interface LabelledProps extends Described {
  id: string;
  /** How long the text is, and may be. */
  count?: string | null;
  children: ReactNode;
}

export function Labelled({ id, label, hint, error, count, children }: LabelledProps) {
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children}
      {count && !error && <p className="text-end text-sm text-muted">{count}</p>}
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

interface LengthProps<F extends HTMLInputElement | HTMLTextAreaElement> {
  maxLength?: number | undefined;
  onInput?: FormEventHandler<F> | undefined;
  ref?: Ref<F> | undefined;
  value?: unknown;
  defaultValue?: unknown;
}

/**
 * The parts that {@link TextField} and {@link TextArea} share: label, hint, error and length. A longer text than `maxLength`
 * is not cut: it is counted, and its form refuses it.
 */
function useTextField<F extends HTMLInputElement | HTMLTextAreaElement, P extends Described & LengthProps<F>>(
  props: P,
) {
  const { label, hint, error, maxLength, onInput, ref, ...rest } = props;
  const id = useId();
  const length = useLength<F>(props, maxLength);
  useImperativeHandle<F | null, F | null>(ref, () => length.own.current);
  const shown = { label, hint, error: error ?? length.error };
  return {
    labelled: { id, ...shown, count: length.count },
    field: {
      id,
      ...describedBy(id, shown),
      ...rest,
      ref: length.own,
      onInput(event: FormEvent<F>) {
        length.note(event.currentTarget);
        onInput?.(event);
      },
    },
  };
}

/** A line of text. */
export function TextField(props: Described & ComponentProps<'input'>) {
  const { labelled, field } = useTextField<HTMLInputElement, typeof props>(props);
  return (
    <Labelled {...labelled}>
      <input className={CONTROL} {...field} />
    </Labelled>
  );
}

/** As {@link TextField}, with several lines. */
export function TextArea(props: Described & ComponentProps<'textarea'>) {
  const { labelled, field } = useTextField<HTMLTextAreaElement, typeof props>(props);
  return (
    <Labelled {...labelled}>
      <textarea rows={4} dir="auto" className={`${CONTROL} py-2`} {...field} />
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
