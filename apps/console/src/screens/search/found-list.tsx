import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { OperationError } from '../../api/call-gateway.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Problem } from '../../ui/problems/problem.tsx';

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

/** Hits of one kind, page by page; keyed by the search. */
export function FoundList<T>({ title, list, none, more, keyOf, show, className }: Props<T>) {
  const { data, hasNextPage, isFetchingNextPage, error, fetchNextPage } = list;
  const [wanted, setWanted] = useState(1);
  const isSearching = data !== undefined && data.length < wanted && hasNextPage && !error;
  // A page of a frequent word may be empty although there are older messages with it.
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage({ cancelRefetch: false });
  }, [isSearching, isFetchingNextPage, fetchNextPage]);
  if (none === null && data?.length === 0) return null;
  return (
    <Section title={title}>
      <Problem error={error} />
      {(list.isPending || isSearching) && <Loading />}
      {data?.length === 0 && !hasNextPage && <p className="text-muted">{none}</p>}
      <ul aria-label={title} className={className}>
        {data?.map((hit) => (
          <li key={keyOf(hit)}>{show(hit)}</li>
        ))}
      </ul>
      {hasNextPage && !isSearching && (
        <Button
          onClick={() => {
            setWanted((data?.length ?? 0) + 1);
            // Also after an error, with the same number wanted.
            void fetchNextPage();
          }}
        >
          {more}
        </Button>
      )}
    </Section>
  );
}
