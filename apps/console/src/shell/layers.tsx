import { OpenedToasts } from '../ui/opened-toasts.tsx';
import { OpenedTooltip } from '../ui/opened-tooltip.tsx';

/** The tooltip and the toasts of the page. */
export const Layers = () => (
  <>
    <OpenedTooltip />
    <OpenedToasts />
  </>
);
