import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerWithFaults } from '../../../../faults/answer-with-faults.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';

const Query = z.object({ asset_id: z.string() });

/** The download host of Messenger and Instagram: anyone who knows the address can fetch a file. */
export function attachmentRoutes(app: FastifyInstance, state: SandboxState) {
  const download = answerWithFaults(state.faults, 'fb', (request) => {
    const query = Query.safeParse(request.query);
    const media = query.success ? state.media.get(query.data.asset_id) : undefined;
    if (!media) return { status: 404, body: 'Not found', headers: { 'content-type': 'text/plain' } };
    const headers: Record<string, string> = { 'content-type': media.mimeType };
    if (media.filename !== null) {
      headers['content-disposition'] = `attachment; filename="${encodeURIComponent(media.filename)}"`;
    }
    return { status: 200, body: media.bytes, headers };
  });
  app.get('/messaging_cdn/', download);
}

/** The address of a stored file on that host. */
export function attachmentUrl(mediaId: string, origin: string): string {
  return `${origin}/messaging_cdn/?asset_id=${mediaId}`;
}
