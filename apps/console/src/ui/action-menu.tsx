import { Menu } from '@base-ui/react/menu';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { buttonClass } from './button.tsx';
import { type Action, MenuPopup } from './menu-popup.tsx';

interface Props {
  label: string;
  actions: readonly Action[];
  icon?: LucideIcon;
}

/** The actions on one row. */
export function ActionMenu({ label, actions, icon: Icon = Ellipsis }: Props) {
  return (
    <Menu.Root>
      <Menu.Trigger aria-label={label} className={buttonClass('quiet')}>
        <Icon aria-hidden className="size-5" />
      </Menu.Trigger>
      <MenuPopup actions={actions} offset={4} width="min-w-48" />
    </Menu.Root>
  );
}
