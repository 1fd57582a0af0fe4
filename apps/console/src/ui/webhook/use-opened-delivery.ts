import { useState } from 'react';
import { useAddressFilters } from '../lists/address-filters.ts';

export interface OpenedDelivery {
  id: string;
  /** Whether it is a test, whose signature is shown at once. */
  isTest: boolean;
}

/** The delivery that is open. It is part of the address, so that Back closes it, and a link opens it. */
export function useOpenedDelivery(): [OpenedDelivery | null, (opened: OpenedDelivery | null) => void] {
  const [{ delivery: id }, show] = useAddressFilters<'delivery'>();
  const [testId, setTestId] = useState<string | null>(null);
  const open = (next: OpenedDelivery | null): void => {
    if (next?.isTest) setTestId(next.id);
    show({ delivery: next?.id ?? '' }, { isStep: next !== null && id === undefined });
  };
  return [id === undefined ? null : { id, isTest: id === testId }, open];
}
