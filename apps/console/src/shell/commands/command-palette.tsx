import { type KeyboardEvent, useId, useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useCommands, useLabelCommands, usePersonCommands, useSearchCommand } from './use-commands.ts';
import type { Command } from './use-own-commands.ts';

const matches = ({ title }: Command, wanted: string): boolean =>
  title.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase());

/**
 * Opens a screen or runs a command by a part of its name, opens the conversation of a person, lists those of a label, or
 * searches for the typed text, without the mouse.
 */
export function CommandPalette({ ofPage, onClose }: { ofPage: readonly Command[]; onClose: () => void }) {
  const t = useTexts(shellTexts);
  const id = useId();
  const commands = [...ofPage, ...useCommands()];
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState(0);
  const people = usePersonCommands(wanted);
  const labels = useLabelCommands(wanted);
  const search = useSearchCommand(wanted);
  const found = [...commands.filter((command) => matches(command, wanted)), ...people, ...labels, ...search];
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) run(found[chosen]);
    else setChosen((now) => (now + step + found.length) % Math.max(1, found.length));
  };
  return (
    <Dialog title={t('palette')} isOpen onClose={onClose}>
      <input
        role="combobox"
        aria-label={t('palette')}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        value={wanted}
        onChange={(event) => {
          setWanted(event.target.value);
          setChosen(0);
        }}
        onKeyDown={press}
        className="min-h-11 w-full rounded-lg border border-line bg-surface px-3"
      />
      <div id={id} role="listbox" aria-label={t('palette')} className="grid gap-0.5">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field above
          <div
            key={command.id ?? command.title}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => run(command)}
            className="flex min-h-10 cursor-pointer items-center rounded-lg px-3 hover:bg-raised aria-selected:bg-accent-soft aria-selected:text-accent"
          >
            {command.title}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="text-muted">{t('palette_empty')}</p>}
    </Dialog>
  );
}
