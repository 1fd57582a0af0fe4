import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { FORGERIES } from '../state/forgery.ts';
import { type ControlDeps, deviceOf } from './find-target.ts';
import { showDevice } from './show.ts';

/** Body of PUT /sandbox/devices/settings. */
export const NetworkSettingsChange = z.object({
  receipts: z.enum(['off', 'delivered', 'read']).optional(),
  receipt_delay_ms: z.int().min(0).max(600_000).optional(),
  receipt_order: z.enum(['forward', 'reversed']).optional(),
  unknown_numbers: z.enum(['missing', 'exist']).optional(),
  initial_pre_keys: z.enum(['few', 'full']).optional(),
  refs: z.int().min(1).max(20).optional(),
  auto_reply: z.union([z.enum(['off', 'echo']), z.object({ text: z.string() })]).optional(),
  device_limit: z.int().min(0).max(1000).optional(),
  pairing_codes: z.enum(['given', 'refused', 'after_errors']).optional(),
  history: z.enum(['off', 'one_chat']).optional(),
  forgery: z.enum(['none', ...FORGERIES]).optional(),
  tokens: z.enum(['required', 'ignored']).optional(),
  history_form: z.enum(['inline', 'file']).optional(),
  history_parts: z.int().min(1).max(20).optional(),
});
const Named = z.object({ id: z.string() });

/** `/sandbox/devices`: linked devices as the network sees them, and the network's behaviour. */
export function deviceRoutes(app: FastifyInstance, { network }: ControlDeps) {
  app.get('/sandbox/devices', async () => {
    const devices = [...(await network()).state.devices.values()].map(showDevice);
    const totals = {
      devices: devices.length,
      sockets: devices.reduce((sum, { connected }) => sum + connected, 0),
      max_concurrent: Math.max(0, ...devices.map((device) => device.max_concurrent)),
      replaced: devices.reduce((sum, { replaced }) => sum + replaced, 0),
    };
    return { ok: true, devices, totals };
  });

  app.get('/sandbox/devices/:id', async (request) => {
    return { ok: true, device: showDevice(deviceOf(await network(), Named.parse(request.params).id)) };
  });

  app.get('/sandbox/devices/media-ca', async () => {
    const { ca, host } = await (await network()).openMedia();
    return { ok: true, ca, origin: `https://${host}` };
  });

  app.get('/sandbox/devices/settings', async () => ({
    ok: true,
    settings: showSettings((await network()).state.settings),
  }));

  app.put('/sandbox/devices/settings', async (request) => {
    const given = NetworkSettingsChange.parse(request.body);
    const { settings } = (await network()).state;
    settings.receipts = given.receipts ?? settings.receipts;
    settings.receiptDelayMs = given.receipt_delay_ms ?? settings.receiptDelayMs;
    settings.receiptOrder = given.receipt_order ?? settings.receiptOrder;
    settings.unknownNumbers = given.unknown_numbers ?? settings.unknownNumbers;
    settings.initialPreKeys = given.initial_pre_keys ?? settings.initialPreKeys;
    settings.refs = given.refs ?? settings.refs;
    settings.autoReply = given.auto_reply ?? settings.autoReply;
    settings.deviceLimit = given.device_limit ?? settings.deviceLimit;
    settings.pairingCodes = given.pairing_codes ?? settings.pairingCodes;
    settings.history = given.history ?? settings.history;
    settings.forgery = given.forgery ?? settings.forgery;
    settings.tokens = given.tokens ?? settings.tokens;
    settings.historyForm = given.history_form ?? settings.historyForm;
    settings.historyParts = given.history_parts ?? settings.historyParts;
    return { ok: true, settings: showSettings(settings) };
  });

  app.post('/sandbox/devices/reset', async () => {
    (await network()).reset();
    return { ok: true };
  });
}

function showSettings(settings: Awaited<ReturnType<ControlDeps['network']>>['state']['settings']) {
  return {
    receipts: settings.receipts,
    receipt_delay_ms: settings.receiptDelayMs,
    receipt_order: settings.receiptOrder,
    unknown_numbers: settings.unknownNumbers,
    initial_pre_keys: settings.initialPreKeys,
    refs: settings.refs,
    auto_reply: settings.autoReply,
    device_limit: settings.deviceLimit,
    pairing_codes: settings.pairingCodes,
    history: settings.history,
    forgery: settings.forgery,
    tokens: settings.tokens,
    history_form: settings.historyForm,
    history_parts: settings.historyParts,
  };
}
