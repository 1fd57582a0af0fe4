import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

interface Props extends ComponentProps<typeof Button> {
  /** Its accessible name and tooltip. */
  label: string;
  icon: LucideIcon;
  iconClass?: string;
  /** The key that does the same, shown in the tooltip. */
  shortcut?: string;
}

/** A button with an icon and no text. */
export const IconButton = ({ label, icon: Icon, iconClass = 'size-4', shortcut, className = '', ...rest }: Props) => (
  <Tooltip label={label} shortcut={shortcut}>
    <Button look="quiet" className={`px-2 ${className}`} aria-label={label} aria-keyshortcuts={shortcut} {...rest}>
      <Icon aria-hidden className={iconClass} />
    </Button>
  </Tooltip>
);
