import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';

export interface Action {
  /** Where two may have one title. */
  id?: string;
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
        <Menu.Popup
          className={`${width} max-h-(--available-height) overflow-y-auto rounded-xl border border-line bg-surface p-1 text-ink shadow-lg`}
        >
          {children}
          {actions.map(({ id, title, isDangerous, run }) => (
            <Menu.Item
              key={id ?? title}
              onClick={run}
              className={`flex min-h-10 items-center rounded-lg px-3 data-[highlighted]:bg-raised ${isDangerous ? 'text-bad' : ''}`}
            >
              <bdi className="truncate">{title}</bdi>
            </Menu.Item>
          ))}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}
