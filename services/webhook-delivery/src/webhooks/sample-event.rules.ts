import { sampleEvent } from '@parley/common/events/sample-events';

/**
 * The `data` of a test event: a sample with all members of the event, for trying a receiver's parser, marked with
 * `test` and the given note (docs/reference/webhook-delivery.md#managing-deliveries).
 */
export function sampleData(type: string, { at, note }: { at: Date; note: string | undefined }) {
  return { ...sampleEvent(type, at), test: true, note: note ?? null };
}
