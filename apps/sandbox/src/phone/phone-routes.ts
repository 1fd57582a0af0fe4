import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { ControlError } from '../control/control-error.ts';
import { fetchFile } from '../http/fetch-file.ts';
import { fieldsOf, listOf } from '../http/read-fields.ts';
import type { DeviceNetwork } from '../providers/linked-devices/device-network.ts';
import type { KeptPart } from '../state/kept-part.ts';
import { chatKey, type SandboxState } from '../state/sandbox-state.ts';
import { describeSend, type FileSource } from './describe-send.ts';
import { listAccounts } from './list-accounts.ts';
import { listActs, listActsByDevice } from './list-acts.ts';
import { listComments } from './list-comments.ts';
import { listReceived, listReceivedByDevice, templatesOf } from './list-received.ts';
import { ACTS_OF, callOfAct, PhoneAct } from './phone-acts.ts';
import { CHANNELS, type ControlCall, PhoneChat } from './phone-chat.ts';
import { callOfFault, FAULTS_OF, FaultInput } from './phone-faults.ts';
import { makePhoneLog, type PhoneLog } from './phone-log.ts';
import { phonePage } from './phone-page.ts';
import { isTyping, type ReceivedOnPhone, showBubbles } from './show-chat.ts';

interface PhoneDeps {
  state: SandboxState;
  network(): Promise<DeviceNetwork>;
  now: () => number;
  /** Origins whose pages may show it in a frame. */
  frameOrigins(): readonly string[];
}

const ActInput = PhoneChat.extend({ name: z.string().max(100).default(''), act: PhoneAct });
const Seq = z.object({ seq: z.coerce.number().int().min(1) });

/**
 * `/sandbox/phone`: a test phone on which a developer plays the customer, built on the control calls that programs use
 * too.
 */
export function phoneRoutes(
  app: FastifyInstance,
  deps: PhoneDeps,
): { reset(): void; forget(accounts: ReadonlySet<string>): void; kept: KeptPart } {
  const { state, now } = deps;
  const log = makePhoneLog();
  const ask = async (path: string): Promise<unknown> => (await app.inject({ method: 'GET', url: path })).json();
  phonePage(app, deps.frameOrigins);

  app.get('/sandbox/phone/accounts', async (request) => {
    const { channel } = z.object({ channel: z.enum(CHANNELS) }).parse(request.query);
    return {
      ok: true,
      accounts: await listAccounts(state, channel, ask),
      acts: ACTS_OF[channel],
      faults: FAULTS_OF[channel],
    };
  });

  app.get('/sandbox/phone/chat', async (request) => {
    const chat = PhoneChat.parse(request.query);
    const received = await receivedBy(deps, chat);
    const own = log.of(keyOf(chat));
    return {
      ok: true,
      bubbles: showBubbles(own, received, await actsIn(deps, chat, own.messages)),
      typing: isTyping(typingShownAt(state, chat, own.messages.at(-1)?.id), received, now()),
      comments: await listComments(chat, ask),
    };
  });

  app.post('/sandbox/phone/acts', async (request) => {
    const { name, act, ...chat } = ActInput.parse(request.body);
    if (!ACTS_OF[chat.channel].includes(act.type))
      throw new ControlError(422, 'no_such_act', `Nobody does that on ${chat.channel}: ${act.type}.`);
    const file = act.type === 'photo' ? state.media.get(act.file) : null;
    if (file === undefined) throw new ControlError(404, 'unknown_file', 'No file has this id.');
    if (chat.channel === 'wd') (await deps.network()).people.put(chat.person, name === '' ? {} : { name });
    const atMs = now();
    const emoji = act.type === 'reaction' ? (log.of(keyOf(chat)).reactions.get(act.target) ?? null) : null;
    const answer = await call(app, callOfAct(chat, name, act, { file, emoji }));
    note(log, chat, act, atMs, answer);
    return { ok: true };
  });

  app.post('/sandbox/phone/faults', async (request) => {
    const chat = PhoneChat.parse(request.body);
    const { fault } = FaultInput.parse(request.body);
    const wanted = callOfFault(chat, fault, now());
    if (!wanted) throw new ControlError(422, 'no_such_fault', `${fault} can't be simulated on ${chat.channel}.`);
    await call(app, wanted);
    return { ok: true };
  });

  fileRoutes(app, deps);
  return { reset: () => log.clear(), forget: log.forget, kept: log.kept };
}

const keyOf = ({ channel, account, person }: PhoneChat): string => chatKey(channel, account, person);

async function receivedBy({ state, network }: PhoneDeps, chat: PhoneChat): Promise<ReceivedOnPhone[]> {
  return chat.channel === 'wd' ? listReceivedByDevice(await network(), chat) : listReceived(state, chat);
}

async function actsIn({ state, network }: PhoneDeps, chat: PhoneChat, own: readonly { id: string }[]) {
  if (chat.channel === 'wd') return listActsByDevice(await network(), chat);
  return listActs(state, chat, new Set(own.map(({ id }) => id)));
}

/** WhatsApp shows the typing indicator below the answered message, the others in the chat. */
function typingShownAt({ typing }: SandboxState, chat: PhoneChat, lastOwnId: string | undefined): number | null {
  return typing.get(chat.channel === 'wa' ? (lastOwnId ?? '') : keyOf(chat)) ?? null;
}

async function call(app: FastifyInstance, { method, path, body }: ControlCall): Promise<unknown> {
  const answer = await app.inject({ method, url: path, payload: body });
  if (answer.statusCode === 200) return answer.json();
  const { error, message } = fieldsOf(answer.json());
  throw new ControlError(answer.statusCode, String(error), String(message ?? 'The sandbox refused it.'));
}

/** Records an act, with the provider's id. */
function note(log: PhoneLog, chat: PhoneChat, act: PhoneAct, atMs: number, answer: unknown): void {
  const key = keyOf(chat);
  if (act.type === 'reaction') log.react(key, act.target, act.emoji);
  if (act.type === 'edit') log.change(key, act.target, act.text);
  if (act.type === 'revoke') log.change(key, act.target, null);
  if (act.type !== 'text' && act.type !== 'photo') return;
  const { provider_message_ids: ids, provider_message_id, id, callbacks, callback } = fieldsOf(answer);
  const [first] = listOf(Array.isArray(callbacks) ? callbacks : [callback]);
  log.write(key, {
    id: String((Array.isArray(ids) ? ids[0] : undefined) ?? provider_message_id ?? id),
    kind: act.type === 'photo' ? 'image' : 'text',
    text: act.text ?? null,
    file: act.type === 'photo' ? act.file : null,
    atMs,
    taken: chat.channel === 'wd' ? null : first?.status === 200,
    changed: null,
  });
}

/** The files of bubbles: an image is shown, any other file is a download. */
function fileRoutes(app: FastifyInstance, { state, network }: PhoneDeps): void {
  app.get('/sandbox/phone/files/:id', async (request, reply) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    return sendFile(reply, state.media.get(id)?.bytes ?? null);
  });
  app.get('/sandbox/phone/received/:seq', async (request, reply) => {
    const { seq } = Seq.parse(request.params);
    const [found] = state.sent.since(seq - 1, 1);
    const message = found?.seq === seq ? describeSend(found.entry, templatesOf(state, found.entry.account)) : null;
    return sendFile(reply, message?.file ? await bytesOf(state, message.file) : null);
  });
  app.get('/sandbox/phone/device-files/:seq', async (request, reply) => {
    const { seq } = Seq.parse(request.params);
    await network();
    const answer = await app.inject({ method: 'GET', url: `/sandbox/devices/messages/${seq}/media` });
    return sendFile(reply, answer.statusCode === 200 ? answer.rawPayload : null);
  });
}

async function bytesOf({ media }: SandboxState, source: FileSource): Promise<Buffer | null> {
  if (!('link' in source)) return media.get(source.media)?.bytes ?? null;
  const file = await fetchFile(source.link);
  return typeof file === 'string' ? null : file;
}

function sendFile(reply: FastifyReply, bytes: Buffer | null): FastifyReply {
  if (bytes === null) throw new ControlError(404, 'no_file', 'The file is not here.');
  return reply.headers(fileHeaders(bytes)).send(bytes);
}

/** The image types that a browser can show safely, by their first bytes. */
const PICTURES: [type: string, at: number, begin: string][] = [
  ['image/png', 0, '\x89PNG'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
];

/** The type of a picture; null for every other file, whatever its name. */
function pictureType(bytes: Buffer): string | null {
  const found = PICTURES.find(([, at, begin]) => bytes.toString('latin1', at, at + begin.length) === begin);
  return found?.[0] ?? null;
}

/** The response headers of a file: an image is shown, any other file is a download. */
function fileHeaders(bytes: Buffer): Record<string, string> {
  const type = pictureType(bytes);
  return {
    'content-type': type ?? 'application/octet-stream',
    'content-disposition': type === null ? 'attachment; filename="file"' : 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600',
  };
}
