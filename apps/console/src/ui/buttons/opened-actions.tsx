import { Menu } from '@base-ui/react/menu';
import type { ComponentProps } from 'react';
import { type Action, MenuPopup } from './menu-popup.tsx';
import { Tooltip } from './tooltip.tsx';

interface Props extends Pick<ComponentProps<typeof Menu.Root>, 'open' | 'onOpenChange'> {
  button: ComponentProps<typeof Menu.Trigger>;
  actions: readonly Action[];
  width: string;
  /** The tooltip of a button without text. */
  hint?: string;
}

/** A button with its menu of actions. Without `open` the menu is open when it is first shown. */
export const OpenedActions = ({ button, actions, width, hint, ...opening }: Props) => (
  <Menu.Root defaultOpen {...opening}>
    {/* It replaces the button that had the focus. */}
    <Tooltip label={hint ?? ''} isOn={hint !== undefined}>
      <Menu.Trigger autoFocus {...button} />
    </Tooltip>
    <MenuPopup actions={actions} offset={4} width={width} />
  </Menu.Root>
);
