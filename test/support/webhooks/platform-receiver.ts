import type { PlatformEventType } from '@parley/common/events/platform-events';
import { pollUntil } from '@parley/testing/poll-until';
import type { System } from '../system/system.ts';
import { type ReceivedWebhook, singleHeaders } from '../tenants/client.ts';

/** A receiver of a platform webhook in the sandbox. */
export function openPlatformReceiver(system: System, name: string) {
  const receiver = system.sandbox.receiver(name);
  const all = async (): Promise<Omit<ReceivedWebhook, 'seq'>[]> => {
    const received = await receiver.received({ limit: 10_000 });
    return received.map(({ headers, body }) => ({
      headers: singleHeaders(headers),
      raw: body,
      body: JSON.parse(body),
    }));
  };
  const of = async (event: PlatformEventType, fits: (data: ReceivedWebhook['body']) => boolean = () => true) =>
    (await all()).filter(({ body }) => body.event === event && fits(body.data));
  return {
    url: receiver.url,
    all,
    of,
    /** The only matching webhook of an event; fails if there are two. */
    async one(event: PlatformEventType, fits?: (data: ReceivedWebhook['body']) => boolean) {
      const [first, second] = await pollUntil(
        async () => {
          const found = await of(event, fits);
          return found.length > 0 ? found : null;
        },
        { what: () => `the platform event ${event} at ${name}` },
      );
      if (!first || second) throw new Error(`${event} came ${second ? 'twice' : 'never'} at ${name}.`);
      return first;
    },
  };
}
