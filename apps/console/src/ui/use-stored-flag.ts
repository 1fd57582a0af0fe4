import { useState } from 'react';

/** A setting that is on or off, remembered in this browser; off until it is set. */
export function useStoredFlag(storedAs: string): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => localStorage.getItem(storedAs) === 'true');
  return [
    isOn,
    (next) => {
      localStorage.setItem(storedAs, String(next));
      setOn(next);
    },
  ];
}
