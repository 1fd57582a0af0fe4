import { useState } from 'react';

const STORED_AS = 'parley.inbox.density';

/** Whether the rows of the list are low, remembered in this browser. */
export function useDensity(): [isDense: boolean, setDense: (isDense: boolean) => void] {
  const [isDense, setDense] = useState(() => localStorage.getItem(STORED_AS) === 'dense');
  return [
    isDense,
    (next) => {
      localStorage.setItem(STORED_AS, next ? 'dense' : 'roomy');
      setDense(next);
    },
  ];
}
