import { useEffect } from 'react';
import { OpenedTooltip } from '../ui/buttons/opened-tooltip.tsx';
import { OpenedToasts } from '../ui/problems/opened-toasts.tsx';

/** The tooltip and the toasts of the page, and its answer to dropped files. */
export function Layers() {
  useEffect(keepDrops, []);
  return (
    <>
      <OpenedTooltip />
      <OpenedToasts />
    </>
  );
}

const keep = (event: DragEvent): void => {
  // Text may be dragged into fields.
  if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) event.preventDefault();
};

/** Ignores a file that is dropped where nothing takes it; otherwise the browser leaves the console and opens it. */
function keepDrops(): void {
  window.addEventListener('dragover', keep);
  window.addEventListener('drop', keep);
}
