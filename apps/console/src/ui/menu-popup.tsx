import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';

export interface Action {
  title: string;
  isDangerous?: boolean;
  run: () => void;
}

interface Props {
  actions: readonly Action[];
  /** How far below its button it opens, in px. */
  offset: number;
  /** Its least width, as a class. */
  width: string;
  /** What stands above the actions. */
  children?: ReactNode;
}

/** What a menu shows once its button is pressed. */
export function MenuPopup({ actions, offset, width, children }: Props) {
  return (
    <Menu.Portal>
      <Menu.Positioner align="end" sideOffset={offset} className="z-50">
        <Menu.Popup className={`${width} rounded-xl border border-line bg-surface p-1 text-ink shadow-lg`}>
          {children}
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
  );
}
