import type { ReactNode } from 'react';

/** Facts about one thing: a name and a value in each line. */
export const Facts = ({ of }: { of: readonly { title: string; value: ReactNode }[] }) => (
  <dl className="grid content-start gap-2">
    {of.map(({ title, value }) => (
      <div key={title} className="flex flex-wrap justify-between gap-x-3">
        <dt className="text-muted">{title}</dt>
        <dd className="min-w-0 wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);
