import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';

export interface Action {
  /** Distinguishes actions that may share a title. */
  id?: string;
  title: string;
  isDangerous?: boolean;
  run: () => void;
}

interface Props {
  actions: readonly Action[];
  /** Distance below its button, in px. */
  offset: number;
  /** Its minimum width, as a class. */
  width: string;
  /** Content above the actions. */
  children?: ReactNode;
}

/** The popup of a menu. */
export function MenuPopup({ actions, offset, width, children }: Props) {
  return (
    <Menu.Portal>
      <Menu.Positioner align="end" sideOffset={offset} className="z-50">
        <Menu.Popup
          className={`${width} max-h-(--available-height) overflow-y-auto rounded-xl border border-line bg-surface p-1 text-ink shadow-float`}
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
