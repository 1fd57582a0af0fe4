import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { OperationError } from '../api/call-gateway.ts';
import { queryClient } from './query-client.ts';

const refusal = (code: string) => new OperationError({ code, message: code, requestId: null });

test.each([
  ['drops', 'permission_denied', undefined],
  ['keeps', 'service_unavailable', ['Ann']],
])('%s cached data when a refetch is %s', async (_what, code, kept) => {
  const queryKey = ['list-conversations', code];
  let isRefused = false;
  const queryFn = async () => {
    if (isRefused) throw refusal(code);
    return ['Ann'];
  };
  const observer = new QueryObserver(queryClient, { queryKey, queryFn, retry: false });
  const stop = observer.subscribe(() => {});
  await observer.refetch();
  expect(observer.getCurrentResult().data).toEqual(['Ann']);
  isRefused = true;
  await observer.refetch();
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', data: kept });
  stop();
});
