import { Menu } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import { buttonClass } from './button.tsx';

export interface Action {
  title: string;
  isDangerous?: boolean;
  run: () => void;
}

/** What can be done with one row. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  return (
    <Menu.Root>
      <Menu.Trigger aria-label={label} className={buttonClass('quiet')}>
        <Ellipsis aria-hidden className="size-5" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-50">
          <Menu.Popup className="min-w-48 rounded-xl border border-line bg-surface p-1 text-ink shadow-lg">
            {actions.map(({ title, isDangerous, run }) => (
              <Menu.Item
                key={title}
                onClick={run}
                className={`flex min-h-10 items-center rounded-lg px-3 data-[highlighted]:bg-raised ${isDangerous ? 'text-bad' : ''}`}
              >
                {title}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
