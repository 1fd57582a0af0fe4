import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

export interface TooltipContent {
  label: string;
  /** The key that does the same. */
  shortcut?: string | undefined;
}

/** Connects the buttons with the one tooltip of the page, which is loaded after it: opened-tooltip.tsx. */
export const tooltips = Base.createHandle<TooltipContent>();

interface Props extends TooltipContent {
  /** A button or link, whose accessible name the label is. */
  children: ReactElement;
  isOn?: boolean;
  /** Identifies a tooltip that a program opens. */
  id?: string;
}

/** Shows the name of a button without text, and its key, to a pointer that rests on it and to the keyboard's focus. */
export const Tooltip = ({ label, shortcut, isOn = true, children, id }: Props) => (
  <Base.Trigger id={id} handle={tooltips} payload={{ label, shortcut }} disabled={!isOn} render={children} />
);
