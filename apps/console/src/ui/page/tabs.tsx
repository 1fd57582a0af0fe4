import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab<T extends string> {
  value: T;
  text: string;
  /** Amber, for what stays among colleagues. */
  isAmber?: boolean;
}

interface Props<T extends string> {
  label: string;
  tabs: readonly Tab<T>[];
  chosen: T;
  onChoose: (tab: T) => void;
  /** Runs after a click, which may move on to the content; the arrow keys leave the focus on the tabs. */
  onClick?: (tab: T) => void;
  /** The panels. */
  children: ReactNode;
}

/** Views of one place, one of which is shown. The arrow keys choose one. */
export function Tabs<T extends string>({ label, tabs, chosen, onChoose, onClick, children }: Props<T>) {
  return (
    <Base.Root value={chosen} onValueChange={onChoose} className="contents">
      <Base.List activateOnFocus aria-label={label} className="flex gap-1 overflow-x-auto">
        {tabs.map(({ value, text, isAmber }) => (
          <Base.Tab
            key={value}
            value={value}
            // Focused by the press, it would open at once and could move away from under the pointer before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={({ currentTarget }) => {
              currentTarget.focus();
              onClick?.(value);
            }}
            className={`min-h-8 shrink-0 rounded-lg px-3 text-sm font-medium text-muted hover:text-ink ${isAmber ? 'data-[active]:bg-warn-soft data-[active]:text-warn' : 'data-[active]:bg-accent-soft data-[active]:text-accent'}`}
          >
            {text}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  );
}

interface PanelProps {
  value: string;
  /** Keeps its content while another panel is shown. */
  isKept?: boolean;
  children: ReactNode;
}

/** The content of a tab. */
export const TabPanel = ({ value, isKept = false, children }: PanelProps) => (
  // Reached by Tab through its content.
  <Base.Panel value={value} keepMounted={isKept} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-2">
    {children}
  </Base.Panel>
);
