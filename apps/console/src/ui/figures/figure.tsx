import type { ReactNode } from 'react';
import { SparkLine } from './spark-line.tsx';

/** By day, and what it shows. */
export type LineOf = { values: readonly number[]; label: string } | undefined;

interface Props {
  title: string;
  value: ReactNode;
  note?: string | undefined;
  line?: LineOf;
}

/** One figure, with its last days. */
export function Figure({ title, value, note, line }: Props) {
  return (
    <div className="flex flex-col gap-1 rounded-xl border border-line bg-surface p-5">
      <dt className="text-muted">{title}</dt>
      <dd className="text-3xl font-semibold tabular-nums">{value}</dd>
      {note && <dd className="text-sm text-muted">{note}</dd>}
      {line && (
        <dd className="mt-auto">
          <SparkLine {...line} />
        </dd>
      )}
    </div>
  );
}

/** Figures side by side. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-3 grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">{children}</dl>
);
