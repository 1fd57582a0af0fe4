import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useEffect } from 'react';
import { tooltips } from './tooltip.tsx';

const TRIGGER = '[data-base-ui-tooltip-trigger]';

/** Opens the tooltip of the button that was pointed at or focused before the tooltip was loaded. */
function openMissed(): void {
  const id = document.querySelector(`${TRIGGER}:hover, ${TRIGGER}:focus-visible`)?.id;
  if (id) tooltips.open(id);
}

/** The tooltip of the page. What it says is the name of its button, so it is not read aloud again. */
export function OpenedTooltip() {
  useEffect(openMissed, []);
  return (
    <Base.Provider>
      <Base.Root handle={tooltips}>
        {({ payload }) => (
          <Base.Portal>
            <Base.Positioner sideOffset={6} collisionPadding={8} className="z-[60]">
              <Base.Popup
                aria-hidden
                className="flex max-w-64 items-center gap-2 rounded-lg bg-ink px-2 py-1 text-sm text-surface shadow-float transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
              >
                <bdi>{payload?.label}</bdi>
                {payload?.shortcut && <kbd className="font-mono text-xs opacity-80">{payload.shortcut}</kbd>}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        )}
      </Base.Root>
    </Base.Provider>
  );
}
