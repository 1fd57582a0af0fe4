import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OperationError } from '../../api/call-gateway.ts';
import { ListFrame } from './list-frame.tsx';
import { Table, type TableProps } from './table.tsx';

export interface ListingProps<T> extends TableProps<T> {
  list: UseInfiniteQueryResult<T[], OperationError>;
  empty: ReactNode;
}

/** A paginated list as a table. */
export const Listing = <T,>({ list, empty, ...rest }: ListingProps<T>) => (
  <ListFrame list={list} empty={empty}>
    {(items) => <Table items={items} {...rest} />}
  </ListFrame>
);
