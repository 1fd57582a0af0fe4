import { ChevronsUpDown } from 'lucide-react';
import { lazy, useState } from 'react';
import { PopupButton } from '../buttons/popup-button.tsx';
import type { Choice } from './choice.ts';

const load = () => import('./opened-select.tsx');
const OpenedSelect = lazy(() => load().then((module) => ({ default: module.OpenedSelect })));

export interface SelectProps {
  choices: readonly Choice[];
  id?: string;
  /** The name of its value in the form. */
  name?: string | undefined;
  /** The chosen value; without it the field is uncontrolled, and starts with `defaultValue` or the first choice. */
  value?: string;
  defaultValue?: string;
  onChoose?: (value: string) => void;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
}

const OPENING_KEYS = ['ArrowDown', 'ArrowUp'];

const LOOK =
  'flex min-h-9 w-full min-w-0 items-center gap-2 rounded-lg border border-line bg-surface px-3 text-start text-ink hover:bg-raised';

/** One of a few values. Its list is loaded when it is about to be opened. */
export function Select({ choices, name, value, defaultValue = '', onChoose, ...described }: SelectProps) {
  const [own, setOwn] = useState(defaultValue);
  const wanted = value ?? own;
  const chosen = choices.find((choice) => choice.value === wanted) ?? choices[0];
  const choose = (next: string): void => {
    setOwn(next);
    onChoose?.(next);
  };
  const button = {
    ...described,
    'data-value': chosen?.value,
    className: LOOK,
    children: (
      <>
        <bdi className="min-w-0 flex-1 truncate">{chosen?.text}</bdi>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
      </>
    ),
  };
  return (
    <div className="relative min-w-0">
      {name !== undefined && (
        // The value that the form submits; restored values of a form are typed into it.
        <input
          aria-hidden
          tabIndex={-1}
          name={name}
          value={chosen?.value ?? ''}
          onChange={(event) => choose(event.target.value)}
          className="sr-only bottom-0"
        />
      )}
      <PopupButton popup="listbox" role="combobox" load={load} keys={OPENING_KEYS} button={button}>
        <OpenedSelect button={button} choices={choices} value={chosen?.value ?? ''} onChoose={choose} />
      </PopupButton>
    </div>
  );
}
