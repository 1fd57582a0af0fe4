import { useState } from 'react';

const STORED_AS = 'parley.sidebar';

/** Whether the sidebar shows icons alone, remembered in this browser. */
export function useSidebar(): { isShort: boolean; toggle(): void } {
  const [isShort, setShort] = useState(() => localStorage.getItem(STORED_AS) === 'short');
  return {
    isShort,
    toggle() {
      localStorage.setItem(STORED_AS, isShort ? 'long' : 'short');
      setShort(!isShort);
    },
  };
}
