import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { Tooltip } from './tooltip.tsx';

interface Props {
  popup: 'menu' | 'dialog' | 'listbox';
  role?: 'combobox';
  /** Loads the popup. */
  load: () => Promise<unknown>;
  /** Keys that open it as a click does. */
  keys?: readonly string[];
  /** The props of the button, the same as those of the popup's own trigger. */
  button: ComponentProps<'button'>;
  /** The tooltip of a button without text. */
  hint?: string | undefined;
  /** Whether something else has opened the popup, such as a key. */
  isOpen?: boolean;
  onOpen?: () => void;
  /** The popup with its trigger, open when it is first shown. */
  children: ReactNode;
}

/** A button whose popup is loaded when it is about to be opened. Afterwards the popup's own trigger replaces it. */
export function PopupButton({ popup, role, load, keys = [], button, hint, isOpen = false, onOpen, children }: Props) {
  const [isOpened, setOpened] = useState(isOpen);
  if (isOpen && !isOpened) setOpened(true);
  const open = (): void => {
    setOpened(true);
    onOpen?.();
  };
  const preload = (): void => void load();
  const closed = (
    <Tooltip label={hint ?? ''} isOn={hint !== undefined}>
      <button
        type="button"
        role={role}
        aria-haspopup={popup}
        aria-expanded={false}
        onPointerEnter={preload}
        onFocus={preload}
        onKeyDown={(event) => {
          if (!keys.includes(event.key)) return;
          event.preventDefault();
          open();
        }}
        onClick={open}
        {...button}
      />
    </Tooltip>
  );
  return isOpened ? <Suspense fallback={closed}>{children}</Suspense> : closed;
}
