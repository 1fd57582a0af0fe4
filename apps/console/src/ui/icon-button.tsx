import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

interface Props extends ComponentProps<'button'> {
  /** Its accessible name and tooltip. */
  label: string;
  icon: LucideIcon;
  iconClass?: string;
  /** The key that does the same, shown in the tooltip. */
  shortcut?: string;
}

/** A button with an icon and no text. */
export const IconButton = ({ label, icon: Icon, iconClass = 'size-4', shortcut, ...rest }: Props) => (
  <Button
    look="quiet"
    className="px-2"
    aria-label={label}
    aria-keyshortcuts={shortcut}
    title={shortcut ? `${label} · ${shortcut}` : label}
    {...rest}
  >
    <Icon aria-hidden className={iconClass} />
  </Button>
);
