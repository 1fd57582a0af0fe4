import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

export interface Pick {
  id: string;
  title: string;
  /** Shown in place of the title. */
  content?: ReactNode;
  isOn?: boolean;
}

interface Props {
  label: string;
  picks: readonly Pick[];
  /** Shown when nothing matches. */
  empty: string;
  onPick: (pick: Pick) => void;
}

/** Isolates around a value in a sentence: a search ignores them. */
const ISOLATES = /[\u2068\u2069]/g;

const matches = ({ title }: Pick, wanted: string): boolean =>
  title.replace(ISOLATES, '').toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase());

/** A field that finds entries by a part of their title. The arrow keys move, Enter picks; the focus stays in the field. */
export function PickList({ label, picks, empty, onPick }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = picks.filter((pick) => matches(pick, wanted));
  const active = found[Math.min(chosen, found.length - 1)];
  const activeId = active && `${id}-${active.id}`;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  // The dialog around it has already set the focus if the list was loaded later.
  useEffect(() => field.current?.focus(), []);
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step !== undefined) setChosen((now) => (now + step + found.length) % Math.max(1, found.length));
    else if (active) onPick(active);
  };
  return (
    <>
      <input
        ref={field}
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={activeId}
        autoComplete="off"
        maxLength={100}
        value={wanted}
        onChange={(event) => {
          setWanted(event.target.value);
          setChosen(0);
        }}
        onKeyDown={press}
        className="min-h-11 w-full rounded-lg border border-line bg-surface px-3"
      />
      <div
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={picks.some(({ isOn }) => isOn !== undefined) || undefined}
        className="grid max-h-[50dvh] gap-0.5 overflow-y-auto"
      >
        {found.map((pick) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field above
          <div
            key={pick.id}
            id={`${id}-${pick.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={pick.isOn ?? pick === active}
            onClick={() => onPick(pick)}
            className={`flex min-h-10 min-w-0 cursor-pointer items-center gap-2 rounded-lg px-3 hover:bg-raised ${pick === active ? 'bg-accent-soft' : ''}`}
          >
            {pick.content ?? <bdi className="truncate">{pick.title}</bdi>}
            {pick.isOn && <Check aria-hidden className="ms-auto size-4 shrink-0" />}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="text-muted">{empty}</p>}
    </>
  );
}
