import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ControlError } from '../../../control/control-error.ts';
import type { DeviceNetwork } from '../device-network.ts';
import type { ReceivedMessage } from '../state/network-state.ts';
import { decryptMedia } from '../wire/encrypt-media.ts';
import type { ControlDeps } from './find-target.ts';
import { showInbound } from './show.ts';

/** Query of GET /sandbox/devices/messages and …/inbound. */
export const MessageQuery = z.object({
  device: z.string().optional(),
  to: z.string().optional(),
  since: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(50_000).default(1000),
});

/**
 * `/sandbox/devices/messages` and `/inbound`: messages that the network accepted from devices, and those that it
 * delivers.
 */
export function messageRoutes(app: FastifyInstance, { network }: ControlDeps) {
  app.get('/sandbox/devices/messages', async (request) => {
    const { device, to, since, limit } = MessageQuery.parse(request.query);
    const loaded = await network();
    const user = to?.replace(/^[+ ]/, '');
    const matches = (entry: ReceivedMessage) =>
      (device === undefined || entry.device === device) &&
      (user === undefined || entry.to === user || entry.to.split('@')[0] === user);
    const found = loaded.state.received.since(since, Number.POSITIVE_INFINITY).filter(({ entry }) => matches(entry));
    const messages = found.slice(0, limit).map(({ seq, entry }) => ({ seq, ...showReceived(loaded, entry) }));
    return { ok: true, count: found.length, messages };
  });

  app.get('/sandbox/devices/messages/:seq/media', async (request, reply) => {
    const { seq } = z.object({ seq: z.coerce.number().int().min(1) }).parse(request.params);
    const bytes = await openMedia(await network(), seq);
    return reply.type('application/octet-stream').send(bytes);
  });

  app.get('/sandbox/devices/inbound', async (request) => {
    const { device, since, limit } = MessageQuery.parse(request.query);
    const { state } = await network();
    const all = state.inbound
      .since(since, Number.POSITIVE_INFINITY)
      .flatMap(({ seq, entry }) => showInbound(entry).map((shown) => ({ seq, ...shown })));
    const messages = all.filter((entry) => device === undefined || entry.device === device);
    return { ok: true, count: messages.length, messages: messages.slice(0, limit) };
  });

  app.post('/sandbox/devices/messages/:id/redeliver', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const given = z
      .object({ device: z.string().optional(), fresh: z.boolean().default(false) })
      .parse(request.body ?? {});
    const { messages } = await network();
    return { ok: true, devices: messages.redeliver(id, { device: given.device, isFresh: given.fresh }) };
  });
}

function showReceived({ describeContent }: DeviceNetwork, { content, lastAt, ...entry }: ReceivedMessage) {
  const { type, text, targetId, media } = describeContent(content);
  return {
    ...entry,
    type,
    text,
    target_id: targetId,
    mime_type: media?.mimeType ?? null,
    filename: media?.filename ?? null,
    last_at: lastAt,
    proto: content,
  };
}

async function openMedia(network: DeviceNetwork, seq: number): Promise<Buffer> {
  const [found] = network.state.received.since(seq - 1, 1);
  const media = found?.seq === seq ? network.describeContent(found.entry.content).media : null;
  const file = media === null ? undefined : (await network.openMedia()).get(media.directPath);
  if (!media || !file) throw new ControlError(404, 'no_media', `Message ${seq} has no file here.`);
  return decryptMedia(file, media.mediaKey, media.kind);
}
