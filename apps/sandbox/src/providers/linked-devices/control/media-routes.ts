import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { encryptMedia } from '../wire/encrypt-media.ts';
import { Serve } from '../wire/serve-file.ts';
import type { ControlDeps } from './find-target.ts';

/** Body of POST /sandbox/devices/media. */
export const MediaInput = z.object({
  type: z.enum(['image', 'video', 'audio', 'voice', 'document', 'sticker']),
  base64: z.string(),
  mime_type: z.string().optional(),
  serve: Serve.optional(),
});
/** Body of POST /sandbox/devices/upload-faults. */
export const UploadFault = z.object({ times: z.int().min(0).max(1000).default(1), status: z.int().min(300).max(599) });

/**
 * `/sandbox/devices/media`: stores a file where phones store theirs, sets how it is served, and returns the fields that
 * refer to it in a message; a message of type `raw` may then claim anything about it. `/upload-faults` refuses devices'
 * uploads.
 */
export function mediaRoutes(app: FastifyInstance, { network, now }: ControlDeps) {
  app.post('/sandbox/devices/media', async (request) => {
    const { type, base64, mime_type, serve } = MediaInput.parse(request.body);
    const { bytes, mediaKey, fileSha256, fileEncSha256, ...rest } = encryptMedia(
      Buffer.from(base64, 'base64'),
      type,
      now(),
    );
    const stored = (await (await network()).openMedia()).put(bytes, serve);
    const [key, sha256, encSha256] = [mediaKey, fileSha256, fileEncSha256].map((part) => part.toString('base64'));
    const file = { ...rest, ...stored, mediaKey: key, fileSha256: sha256, fileEncSha256: encSha256 };
    return { ok: true, file: { ...file, mimetype: mime_type ?? null } };
  });

  app.post('/sandbox/devices/upload-faults', async (request) => {
    const { times, status } = UploadFault.parse(request.body);
    (await (await network()).openMedia()).refuseUploads(times, status);
    return { ok: true };
  });
}
