import { useState } from 'react';

/** The setting as it is now. */
export const readFlag = (storedAs: string): boolean => localStorage.getItem(storedAs) === 'true';

/** A setting that is on or off, remembered in this browser; off until it is set. */
export function useStoredFlag(storedAs: string): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => readFlag(storedAs));
  return [
    isOn,
    (next) => {
      localStorage.setItem(storedAs, String(next));
      setOn(next);
    },
  ];
}
