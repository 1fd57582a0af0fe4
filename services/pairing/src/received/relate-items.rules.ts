import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';

/** Adds our own ids, by those of the network, to receipts of our messages, and drops echoes of our own sends. */
export function relateItems(items: readonly DeviceItem[], ours: ReadonlyMap<string, string>): DeviceItem[] {
  return items.flatMap((item) => {
    const messageId = ours.get(item.providerMessageId) ?? null;
    if (item.kind === 'echo' && messageId !== null) return [];
    return [item.kind === 'receipt' ? { ...item, messageId } : item];
  });
}
