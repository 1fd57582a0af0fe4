import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerWithFaults } from '../../../../faults/answer-with-faults.ts';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import { authorizeToken } from '../authorize-token.ts';
import { mediaHash } from './describe-object.ts';

const DownloadQuery = z.object({ mid: z.string(), ext: z.coerce.number(), hash: z.string() });

/** The download host: only with the bearer token, and only until the address expires; else a 404 page. */
export function mediaRoutes(app: FastifyInstance, deps: { state: SandboxState; appSecret: string; now: () => number }) {
  const download = answerWithFaults(deps.state.faults, 'wa', (request) => {
    const query = DownloadQuery.safeParse(request.query);
    if (!query.success || 'refusal' in authorizeToken(deps.state, deps.appSecret, request)) return notFound();
    const { mid, ext, hash } = query.data;
    const media = deps.state.media.get(mid);
    if (!media || hash !== mediaHash(mid, ext) || ext * 1000 < deps.now()) return notFound();
    return { status: 200, body: media.bytes, headers: { 'content-type': media.mimeType } };
  });
  app.get('/whatsapp_business/attachments/', download);
}

function notFound(): ProviderAnswer {
  const body = '<!DOCTYPE html><html><head><title>Not Found</title></head><body></body></html>';
  return { status: 404, body, headers: { 'content-type': 'text/html' } };
}
