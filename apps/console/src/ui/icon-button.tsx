import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

interface Props extends ComponentProps<'button'> {
  /** Its accessible name and tooltip. */
  label: string;
  icon: LucideIcon;
  iconClass?: string;
}

/** A button with an icon and no text. */
export const IconButton = ({ label, icon: Icon, iconClass = 'size-4', ...rest }: Props) => (
  <Button look="quiet" className="px-2" aria-label={label} title={label} {...rest}>
    <Icon aria-hidden className={iconClass} />
  </Button>
);
