import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OperationError } from '../../api/call-gateway.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';

interface Props<T> {
  title: string;
  list: UseInfiniteQueryResult<T[], OperationError>;
  /** Shown when nothing is found; null leaves the whole section out. */
  none: string | null;
  more: string;
  keyOf: (hit: T) => string;
  show: (hit: T) => ReactNode;
  className: string;
}

/** Hits of one kind, page by page. */
export function FoundList<T>({ title, list, none, more, keyOf, show, className }: Props<T>) {
  if (none === null && list.data?.length === 0) return null;
  return (
    <Section title={title}>
      <Problem error={list.error} />
      {list.isPending && <Loading />}
      {list.data?.length === 0 && <p className="text-muted">{none}</p>}
      <ul aria-label={title} className={className}>
        {list.data?.map((hit) => (
          <li key={keyOf(hit)}>{show(hit)}</li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {more}
        </Button>
      )}
    </Section>
  );
}
