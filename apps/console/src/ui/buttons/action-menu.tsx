import { Ellipsis, type LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { loadPart } from '../load-part.tsx';
import { buttonClass } from './button.tsx';
import type { Action } from './menu-popup.tsx';
import { PopupButton } from './popup-button.tsx';

const OpenedActions = loadPart(() => import('./opened-actions.tsx').then((file) => file.OpenedActions));

const OPENING_KEYS = ['ArrowDown', 'ArrowUp'];

interface Props {
  label: string;
  actions: readonly Action[];
  icon?: LucideIcon;
  isDisabled?: boolean;
}

/** A button with more actions than have room: on a row, or on a selection. */
export function ActionMenu({ label, actions, icon: Icon = Ellipsis, isDisabled = false }: Props) {
  // After the page, so that keys pressed right after the one that opens the menu reach it.
  useEffect(() => void OpenedActions.load().catch(() => undefined), []);
  const button = {
    'aria-label': label,
    className: buttonClass('quiet'),
    disabled: isDisabled,
    children: <Icon aria-hidden className="size-5" />,
  };
  return (
    <PopupButton popup="menu" load={OpenedActions.load} keys={OPENING_KEYS} button={button} hint={label}>
      <OpenedActions button={button} hint={label} actions={actions} width="min-w-48" />
    </PopupButton>
  );
}
