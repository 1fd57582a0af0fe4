import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown } from 'lucide-react';
import { type Ref, useId, useRef } from 'react';
import type { Choice } from './choice.ts';
import { CONTROL, type Described, describedBy, Labelled } from './field.tsx';

interface Props extends Described {
  choices: readonly Choice[];
  /** The chosen value; empty: none. */
  value: string;
  onChoose: (value: string) => void;
  /** Shown when no choice matches the typed text. */
  empty: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** One of many values, found by a part of its text. The arrow keys move, Enter chooses. */
export function ComboboxField({ choices, value, onChoose, empty, inputRef, ...described }: Props) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const chosen = choices.find((choice) => choice.value === value) ?? null;
  return (
    <Labelled id={id} {...described}>
      <Combobox.Root
        items={choices}
        value={chosen}
        onValueChange={(next) => onChoose(next?.value ?? '')}
        itemToStringLabel={({ text }) => text}
        isItemEqualToValue={(one, other) => one.value === other.value}
        autoHighlight
      >
        <Combobox.InputGroup className="relative">
          {/* While the list is open, its label is hidden from screen readers. */}
          <Combobox.Input
            ref={inputRef}
            id={id}
            aria-label={described.label}
            {...describedBy(id, described)}
            className={`${CONTROL} pe-9`}
          />
          <Combobox.Trigger tabIndex={-1} aria-hidden className="absolute inset-y-0 end-0 grid w-9 place-items-center">
            <ChevronsUpDown aria-hidden className="size-4 text-muted" />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <div ref={place} className="absolute" />
        {/* Inside the dialog around it, and above what the dialog cuts off. */}
        <Combobox.Portal container={place}>
          <Combobox.Positioner positionMethod="fixed" sideOffset={4} className="z-60">
            <Combobox.Popup className="max-h-(--available-height) w-(--anchor-width) overflow-y-auto rounded-lg border border-line bg-surface p-1 text-ink shadow-float">
              <Combobox.Empty className="px-2 py-1.5 text-muted empty:hidden">{empty}</Combobox.Empty>
              <Combobox.List className="max-h-60 overflow-y-auto">
                {(choice: Choice) => (
                  <Combobox.Item
                    key={choice.value}
                    value={choice}
                    className="flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 data-[highlighted]:bg-raised"
                  >
                    <bdi className="min-w-0 flex-1 truncate">{choice.text}</bdi>
                    <Combobox.ItemIndicator>
                      <Check aria-hidden className="size-4 text-accent" />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </Labelled>
  );
}
