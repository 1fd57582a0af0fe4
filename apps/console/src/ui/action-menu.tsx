import { Menu } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import { buttonClass } from './button.tsx';
import { type Action, MenuPopup } from './menu-popup.tsx';

/** The actions on one row. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  return (
    <Menu.Root>
      <Menu.Trigger aria-label={label} className={buttonClass('quiet')}>
        <Ellipsis aria-hidden className="size-5" />
      </Menu.Trigger>
      <MenuPopup actions={actions} offset={4} width="min-w-48" />
    </Menu.Root>
  );
}
