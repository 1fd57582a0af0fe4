import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { TiktokControlDeps } from './find-account.ts';

/** Body of PUT /sandbox/dialog/tt. */
export const TiktokDialogPreset = z.object({
  account: z.string().nullable().optional(),
  declined_scopes: z.array(z.string()).optional(),
  answer: z.enum(['ask', 'continue', 'cancel']).optional(),
});
/** Body of PUT /sandbox/settings/tt. */
export const TiktokSettingsChange = z.object({
  comment_webhooks: z.boolean().optional(),
  rotate_refresh_token: z.boolean().optional(),
  access_life_seconds: z.int().min(1).max(86_400).optional(),
  images: z.boolean().optional(),
});
/** Body of POST /sandbox/webhooks/tt. */
export const TiktokWebhook = z.object({
  /** A string is sent byte for byte. */
  body: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  signature: z.enum(['valid', 'forged', 'stale', 'none']).default('valid'),
  times: z.int().min(1).max(100).default(1),
});

/** Presets of the dialog, settings of TikTok, and webhooks that the caller composes. */
export function tiktokSettingRoutes(app: FastifyInstance, deps: TiktokControlDeps) {
  const { state } = deps;
  app.get('/sandbox/dialog/tt', async () => ({ ok: true, dialog: state.dialog }));
  app.put('/sandbox/dialog/tt', async (request) => {
    const given = TiktokDialogPreset.parse(request.body);
    if (given.account !== undefined) state.dialog.openId = given.account;
    state.dialog.declinedScopes = given.declined_scopes ?? state.dialog.declinedScopes;
    state.dialog.answer = given.answer ?? state.dialog.answer;
    return { ok: true, dialog: state.dialog };
  });
  app.put('/sandbox/settings/tt', async (request) => {
    const given = TiktokSettingsChange.parse(request.body);
    state.settings.commentWebhooks = given.comment_webhooks ?? state.settings.commentWebhooks;
    state.settings.rotateRefreshToken = given.rotate_refresh_token ?? state.settings.rotateRefreshToken;
    state.settings.accessLifeSeconds = given.access_life_seconds ?? state.settings.accessLifeSeconds;
    state.settings.images = given.images ?? state.settings.images;
    return { ok: true, settings: state.settings };
  });
  app.post('/sandbox/webhooks/tt', async (request) => {
    const { body, signature, times } = TiktokWebhook.parse(request.body);
    const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const callbacks = [];
    for (let i = 0; i < times; i++) callbacks.push(await deps.webhooks.postRaw(raw, signature));
    return { ok: true, callbacks };
  });
}
