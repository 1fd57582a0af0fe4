import type { ReactNode } from 'react';

const LOOKS = {
  good: 'bg-good-soft text-good',
  plain: 'bg-raised text-muted',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
} as const;

export type BadgeLook = keyof typeof LOOKS;

/** A state in one word. */
export function Badge({ look, children }: { look: BadgeLook; children: ReactNode }) {
  return (
    <span className={`inline-block rounded-full px-2 py-px text-sm font-medium whitespace-nowrap ${LOOKS[look]}`}>
      {children}
    </span>
  );
}
