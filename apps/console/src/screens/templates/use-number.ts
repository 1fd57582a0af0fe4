import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useAddressFilters } from '../../ui/lists/address-filters.ts';

type WhatsAppNumber = ItemOf<'list-channel-health'>;

interface Chosen {
  list: ReturnType<typeof useList<'list-channel-health'>>;
  numbers: readonly WhatsAppNumber[];
  /** The number of the address, or the first. */
  number: WhatsAppNumber | undefined;
  show: (id: string) => void;
}

/** The connected WhatsApp numbers, and the one whose templates are shown. */
export function useNumber(): Chosen {
  const [shown, change] = useAddressFilters<'number'>();
  const list = useList('list-channel-health', {});
  const numbers = (list.data ?? []).filter(({ channel, status }) => channel === 'wa' && status === 'connected');
  const number = numbers.find(({ id }) => id === shown.number) ?? numbers[0];
  return { list, numbers, number, show: (id) => change({ number: id }) };
}
