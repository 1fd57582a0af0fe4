import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerWithFaults } from '../../../faults/answer-with-faults.ts';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import type { SandboxState } from '../../../state/sandbox-state.ts';
import type { makeAcceptMessage } from './accept-message.ts';
import { SendInput } from './send-input.ts';
import { badParam, tiktokError, tiktokOk } from './tiktok-answer.ts';
import { mediaIdOf, mediaSignature, tiktokMediaId } from './tiktok-media.ts';
import { accountRoute, type TiktokDeps } from './tiktok-route.ts';
import { JsonStrings } from './video-routes.ts';

const MAX_IMAGE_BYTES = 3 * 1024 * 1024;
const DOWNLOAD_LIFE_MS = 86_400_000;
const PICTURES: [mimeType: string, signature: number[]][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];

const Upload = z.object({ business_id: z.string(), media_type: z.literal('IMAGE'), file: z.instanceof(File) });
const Download = z.object({
  business_id: z.string(),
  conversation_id: z.string(),
  message_id: z.string(),
  media_id: z.string(),
  media_type: z.enum(['IMAGE', 'VIDEO']),
});
const Capabilities = z.object({
  business_id: z.string(),
  conversation_id: z.string(),
  conversation_type: z.enum(['SINGLE', 'STRANGER']),
  capability_types: JsonStrings,
});
const FileQuery = z.object({ id: z.string(), expires: z.coerce.number(), sig: z.string() });

/** Direct messages: send, upload, and the files of received ones. */
export function messageRoutes(
  app: FastifyInstance,
  deps: TiktokDeps & { sandbox: SandboxState; accept: ReturnType<typeof makeAcceptMessage> },
) {
  const { state, sandbox, now } = deps;
  accountRoute(app, deps, {
    method: 'POST',
    path: '/business/message/send/',
    scope: 'message.list.send',
    input: SendInput,
    handle: ({ account, input, request }) => deps.accept(account, input, request.body),
  });
  accountRoute(app, deps, {
    method: 'GET',
    path: '/business/message/capabilities/get/',
    scope: 'message.list.read',
    input: Capabilities,
    handle({ account, input: { conversation_id: id, capability_types: types = [] } }) {
      if (state.conversations.get(id)?.openId !== account.openId) return badParam('conversation_id');
      if (types.length !== 1 || types[0] !== 'IMAGE_SEND') return badParam('capability_types');
      const { images } = state.settings;
      return tiktokOk({ capability_infos: [{ capability_type: 'IMAGE_SEND', capability_result: images }] });
    },
  });
  accountRoute(app, deps, {
    method: 'POST',
    path: '/business/message/media/download/',
    scope: 'message.list.read',
    input: Download,
    handle({ account, input, request }) {
      const message = state.messages.get(input.message_id);
      const conversation = state.conversations.get(input.conversation_id);
      const fits = message?.conversationId === input.conversation_id && conversation?.openId === account.openId;
      const isFile = message?.mediaId === input.media_id && message.mediaType === input.media_type;
      if (!fits || !isFile) return tiktokError(40007);
      const id = mediaIdOf(input.media_id);
      const expires = now() + DOWNLOAD_LIFE_MS;
      const query = new URLSearchParams({ id, expires: String(expires), sig: mediaSignature(id, expires) });
      return tiktokOk({ download_url: `${request.protocol}://${request.host}/open_api/media/x?${query}` });
    },
  });
  uploadRoute(app, deps);

  const download = answerWithFaults(deps.faults, 'tt', (request): ProviderAnswer => {
    const query = FileQuery.safeParse(request.query);
    const token = state.accessTokens.get(String(request.headers['x-user'] ?? ''));
    if (!query.success || !token || token.expiresAtMs <= now()) return { status: 403, body: 'Forbidden' };
    const { id, expires, sig } = query.data;
    const media = sandbox.media.get(id);
    if (!media || sig !== mediaSignature(id, expires) || expires < now()) return { status: 404, body: 'Not Found' };
    return { status: 200, body: media.bytes, headers: { 'content-type': media.mimeType } };
  });
  app.get('/open_api/media/x', download);
}

function uploadRoute(app: FastifyInstance, deps: TiktokDeps & { sandbox: SandboxState }) {
  app.register(async (forms) => {
    forms.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: string | Buffer) => {
        const headers = { 'content-type': request.headers['content-type'] ?? '' };
        const form = await new Response(new Uint8Array(Buffer.from(body)), { headers }).formData();
        return Object.fromEntries(form);
      },
    );
    accountRoute(forms, deps, {
      method: 'POST',
      path: '/business/message/media/upload/',
      scope: 'message.list.send',
      input: Upload,
      async handle({ input: { file } }) {
        const bytes = Buffer.from(await file.arrayBuffer());
        if (bytes.length > MAX_IMAGE_BYTES) return badParam('file');
        const kind = PICTURES.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte));
        if (!kind) return tiktokError(40908);
        const stored = { mimeType: kind[0], filename: file.name, bytes, declaredBytes: bytes.length };
        return tiktokOk({ media_id: tiktokMediaId(deps.sandbox.addMedia(stored).id) });
      },
    });
  });
}
