import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OperationError } from '../../api/call-gateway.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { uiTexts } from '../../texts/shell.ts';
import { Button } from '../buttons/button.tsx';
import { Problem } from '../problems/problem.tsx';

interface Props<T> {
  list: UseInfiniteQueryResult<T[], OperationError>;
  empty: ReactNode;
  children: (items: T[]) => ReactNode;
}

/**
 * A paginated list in any form; an empty one suggests the next action. A filtered page may be empty although there are
 * more.
 */
export function ListFrame<T>({ list, empty, children }: Props<T>) {
  const t = useTexts(uiTexts);
  if (list.isPending)
    return (
      <p role="status" data-loading>
        {t('loading')}
      </p>
    );
  if (list.isError)
    return (
      <div className="grid justify-items-start gap-3">
        <Problem error={list.error} />
        <Button onClick={() => void list.refetch()}>{t('retry')}</Button>
      </div>
    );
  if (list.data.length === 0 && !list.hasNextPage) return empty;
  return (
    <div className="grid justify-items-center gap-4">
      <div className="w-full min-w-0">{children(list.data)}</div>
      {list.hasNextPage && (
        <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}
