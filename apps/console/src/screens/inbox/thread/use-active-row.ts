import { type Key, type PointerEvent, type RefObject, type SyntheticEvent, useState } from 'react';
import { rowIndexOf } from './row-index-of.ts';
import type { Rows } from './use-rows.ts';

/** Menus and dialogs of a message; they are rendered outside of the thread. */
const LAYERS = '[role="menu"], [role="dialog"]';
const CONTROLS = 'a, button, input, select, textarea';

interface ActiveRow {
  /** The key of the row that the pointer or the focus was in last; null after it left the thread. */
  active: Key | null;
  /** The handlers of the thread. */
  handlers: {
    onPointerDown(event: SyntheticEvent): void;
    onPointerMove(event: SyntheticEvent): void;
    onFocus(event: SyntheticEvent): void;
    onPointerOut(event: PointerEvent): void;
    onBlur(): void;
  };
}

/** Tracks the row with the pointer or the focus, the only one with visible actions. */
export function useActiveRow(thread: RefObject<HTMLElement | null>, { keyAt }: Rows): ActiveRow {
  const [active, setActive] = useState<Key | null>(null);
  const isInThread = (node: EventTarget | null): boolean =>
    node instanceof Node && thread.current?.contains(node) === true;
  const enter = ({ target }: SyntheticEvent): void => {
    const index = rowIndexOf(target);
    if (index !== null) setActive(keyAt(index));
  };
  return {
    active,
    handlers: {
      // A finger does not move before it touches.
      onPointerDown: enter,
      // Not when a row moves below the pointer: a scroll would render the actions of every row that passes.
      onPointerMove: enter,
      onFocus: enter,
      onPointerOut({ target, relatedTarget }) {
        // Menus and dialogs are outside of the root element: a pointer that moves into one does not leave the message.
        const isInLayer = relatedTarget instanceof Element && relatedTarget.closest('#root') === null;
        if (isInThread(target) && !isInThread(relatedTarget) && !isInLayer) setActive(null);
      },
      onBlur() {
        // A closing menu returns the focus in the next frame.
        requestAnimationFrame(() => {
          const focused = document.activeElement;
          if (focused?.matches(CONTROLS) && !isInThread(focused) && !focused.closest(LAYERS)) setActive(null);
        });
      },
    },
  };
}
