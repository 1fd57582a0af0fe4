import type { BinaryNode } from 'baileys';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { queueNode } from '../wire/deliver-stanza.ts';
import { type ControlDeps, deviceOf } from './find-target.ts';

/** Body of POST /sandbox/devices/{id}/stanzas: any stanza, valid or not. */
export interface RawStanza {
  tag: string;
  attrs: Record<string, string>;
  content?: RawStanza[] | undefined;
}
export const RawStanza: z.ZodType<RawStanza> = z.lazy(() =>
  z.object({
    tag: z.string().min(1),
    attrs: z.record(z.string(), z.string()),
    content: z.array(RawStanza).optional(),
  }),
);

const toNode = ({ tag, attrs, content }: RawStanza): BinaryNode =>
  content === undefined ? { tag, attrs } : { tag, attrs, content: content.map(toNode) };

/** `/sandbox/devices/{id}/stanzas`: sends a stanza that a test composes, and keeps it until it is acknowledged. */
export function stanzaRoutes(app: FastifyInstance, { network }: ControlDeps) {
  app.post('/sandbox/devices/:id/stanzas', { bodyLimit: 64 * 1024 * 1024 }, async (request) => {
    const node = toNode(RawStanza.parse(request.body));
    const device = deviceOf(await network(), z.object({ id: z.string() }).parse(request.params).id);
    queueNode(device, node);
    return { ok: true };
  });
}
