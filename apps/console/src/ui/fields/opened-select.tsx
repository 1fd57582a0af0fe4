import { Select } from '@base-ui/react/select';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Choice } from './choice.ts';

interface Props {
  button: ComponentProps<typeof Select.Trigger>;
  choices: readonly Choice[];
  value: string;
  onChoose: (value: string) => void;
}

/** A field with its list of choices, open when it is first shown. */
export function OpenedSelect({ button, choices, value, onChoose }: Props) {
  return (
    <Select.Root defaultOpen value={value} onValueChange={(next) => next !== null && onChoose(next)}>
      {/* It replaces the button that had the focus: a dialog would otherwise move the focus to its first button. */}
      <Select.Trigger autoFocus {...button} />
      <Select.Portal>
        <Select.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-60">
          <Select.Popup className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-lg border border-line bg-surface p-1 text-ink shadow-float">
            {choices.map((choice) => (
              <Select.Item
                key={choice.value}
                value={choice.value}
                data-value={choice.value}
                className="flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 data-[highlighted]:bg-raised"
              >
                <Select.ItemText render={<bdi className="min-w-0 flex-1 truncate" />}>{choice.text}</Select.ItemText>
                <Select.ItemIndicator>
                  <Check aria-hidden className="size-4 text-accent" />
                </Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}
