import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixture, openSandbox, shapeOf } from './open-sandbox.ts';
import { until } from './until.ts';

const CHAT = 4_000_001;
const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1';
let box: Awaited<ReturnType<typeof openSandbox>>;
beforeEach(async () => {
  box = await openSandbox();
});
afterEach(() => box.close());

const ALLOWED = ['message', 'edited_message', 'callback_query', 'message_reaction', 'my_chat_member'];
const setHook = (more: Record<string, unknown> = {}) =>
  box.telegram('setWebhook', {
    url: `${box.callbackOrigin}/hooks/tg/1`,
    secret_token: 'tok-1',
    allowed_updates: ALLOWED,
    ...more,
  });
const write = (message: Record<string, unknown>) =>
  box.call('POST', `/sandbox/customers/tg/${CHAT}/messages`, {
    name: 'Nia',
    last_name: 'Tester',
    username: 'testuser',
    ...message,
  });
/** Sends a file as a form. */
async function upload(method: string, field: string, size: number, extension = 'docx'): Promise<unknown> {
  const body = new FormData();
  body.set('chat_id', String(CHAT));
  body.set(field, new Blob([Buffer.alloc(size)]), `a.${extension}`);
  return (await fetch(`${box.sandbox.url}/bot${TOKEN}/${method}`, { method: 'POST', body })).json();
}

describe('the emulated Bot API', () => {
  it('describes the bot in the documented shape, by GET and by POST', async () => {
    const { body } = await box.telegram('getMe');
    expect(shapeOf(body)).toEqual(shapeOf(fixture('tg/api-getme')));
    expect((await box.call('GET', `/bot${TOKEN}/getme`)).body).toEqual(body);
  });

  it('answers unknown tokens, malformed tokens and unknown methods as Telegram does', async () => {
    const get = (path: string) => box.call('GET', path);
    const unknown = await get(`/bot110201543:${'A'.repeat(35)}/getMe`);
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: 401, body: fixture('tg/api-error-401') });
    expect((await get('/bot1:short/getMe')).body).toEqual(fixture('tg/api-error-401-format'));
    expect((await get('/botnonsense/getMe')).body).toEqual(fixture('tg/api-error-404-token-or-path'));
    expect((await box.telegram('launchRocket')).body).toEqual(fixture('tg/api-error-404-method'));
  });

  it('serves a registered bot until it is removed', async () => {
    const token = `777:${'B'.repeat(35)}`;
    await box.call('POST', '/sandbox/accounts/tg', { token, username: 'second_bot' });
    expect((await box.call('GET', `/bot${token}/getMe`)).body.result).toMatchObject({
      id: 777,
      username: 'second_bot',
    });
    await box.call('DELETE', '/sandbox/accounts/tg/777');
    expect((await box.call('GET', `/bot${token}/getMe`)).status).toBe(401);
  });

  it('keeps one webhook and returns its state', async () => {
    expect((await setHook()).body).toEqual(fixture('tg/api-setwebhook'));
    expect((await setHook()).body).toEqual(fixture('tg/api-setwebhook-already'));
    const { body } = await box.telegram('getWebhookInfo');
    expect(body.result).toMatchObject({
      url: `${box.callbackOrigin}/hooks/tg/1`,
      pending_update_count: 0,
      allowed_updates: ALLOWED,
    });
    expect((await box.telegram('getUpdates')).body).toEqual(fixture('tg/api-error-409-webhook'));
    expect((await box.telegram('deleteWebhook')).body).toEqual(fixture('tg/api-deletewebhook'));
    expect((await box.telegram('deleteWebhook')).body).toEqual(fixture('tg/api-deletewebhook-already'));
    expect((await setHook({ url: 'http://x.example/hook' })).body).toEqual(fixture('tg/api-error-400-webhook-https'));
    expect((await setHook({ secret_token: 'no spaces' })).body).toEqual(fixture('tg/api-error-400-webhook-secret'));
  });

  it('accepts plain HTTP and any port for the application’s own origin', async () => {
    box.sandbox.setCallbackOrigin('http://gateway.internal:8080');
    expect((await setHook({ url: 'http://gateway.internal:8080/hooks/tg/1' })).body.ok).toBe(true);
    expect((await setHook({ url: 'https://other.example:9999/hook' })).body.ok).toBe(false);
  });

  it('numbers messages from the clock on request, for databases that outlive it', async () => {
    const later = await openSandbox({ numbersFromClock: true, now: () => 1_800_000_000_000 });
    try {
      const written = await later.call('POST', `/sandbox/customers/tg/${CHAT}/messages`, { text: 'hello' });
      expect(written.body.provider_message_ids).toEqual([`${CHAT}:50000000`]);
    } finally {
      await later.close();
    }
  });

  it('delivers messages with the secret token and a growing update id', async () => {
    await setHook();
    await write({ text: '/start hello' });
    const { body } = await write({ text: 'second' });
    expect(body.provider_message_ids).toEqual([`${CHAT}:101`]);
    const [first, second] = box.hooks;
    expect(first?.headers['x-telegram-bot-api-secret-token']).toBe('tok-1');
    expect(Number(second?.body.update_id)).toBe(Number(first?.body.update_id) + 1);
    const documented = fixture('tg/webhook-doc-text-entities');
    expect(shapeOf(first?.body)).toEqual(shapeOf(documented));
  });

  it.each([
    ['photo-caption', { type: 'image', text: 'look' }, ['.message.caption_entities']],
    ['document', { type: 'document' }, []],
    ['voice', { type: 'voice' }, []],
    ['video-note', { type: 'video_note' }, []],
    ['animation-also-document', { type: 'animation' }, []],
    ['sticker', { type: 'sticker' }, []],
    ['location', { type: 'location' }, []],
    ['poll', { type: 'poll' }, []],
  ])('has the documented shape for a customer’s %s', async (name, message, left) => {
    await setHook();
    await write(message);
    const hook = await until(() => box.hooks[0]);
    const documented = shapeOf(fixture(`tg/webhook-doc-${name}`)).filter(
      (path) => !left.some((p) => path.startsWith(p)),
    );
    expect(shapeOf(hook.body)).toEqual(documented);
  });

  it('reports reactions as the difference of two lists', async () => {
    await setHook();
    const react = (emoji: string | null) =>
      box.call('POST', `/sandbox/customers/tg/${CHAT}/reactions`, { target: `${CHAT}:99`, emoji });
    await react('👍');
    await react(null);
    const reactions = box.hooks.map(({ body }) => body.message_reaction);
    expect(reactions[0]).toMatchObject({
      message_id: 99,
      old_reaction: [],
      new_reaction: [{ type: 'emoji', emoji: '👍' }],
    });
    expect(reactions[1]).toMatchObject({ old_reaction: [{ type: 'emoji', emoji: '👍' }], new_reaction: [] });
  });

  it('leaves out kinds of updates that the bot did not ask for', async () => {
    await setHook({ allowed_updates: [] });
    const { body } = await box.call('POST', `/sandbox/customers/tg/${CHAT}/reactions`, { target: '1:99', emoji: '👍' });
    expect(body.callbacks).toEqual([null]);
  });

  it('keeps updates until a webhook is set', async () => {
    await write({ text: 'early' });
    await setHook();
    const hook = await until(() => box.hooks[0]);
    expect(hook.body.message).toMatchObject({ text: 'early' });
  });

  it('a send returns the new message and is counted in sent', async () => {
    await write({ text: 'hi' });
    const { body } = await box.telegram('sendMessage', { chat_id: CHAT, text: 'hi' });
    expect(shapeOf(body)).toEqual(shapeOf(fixture('tg/api-sendmessage')));
    const sent = (await box.call('GET', '/sandbox/sent?channel=tg')).body.sends;
    expect(sent[0].provider_message_id).toBe(`${CHAT}:${body.result.message_id}`);
    expect(sent[0].body).toEqual({ chat_id: CHAT, text: 'hi' });
  });

  it.each([
    ['sendVenue', { latitude: 1, longitude: 2, title: 'Shop', address: 'Here' }, { venue: { title: 'Shop' } }],
    [
      'sendPoll',
      { question: 'Which?', options: [{ text: 'Red' }, { text: 'Blue' }], allows_multiple_answers: true },
      { poll: { question: 'Which?', options: [{ text: 'Red' }, { text: 'Blue' }], allows_multiple_answers: true } },
    ],
  ])('takes %s, and refuses it without its content', async (method, content, message) => {
    await write({ text: 'hi' });
    const { body } = await box.telegram(method, { chat_id: CHAT, ...content });
    expect(body.result).toMatchObject(message);
    expect((await box.telegram(method, { chat_id: CHAT })).body).toMatchObject({ ok: false, error_code: 400 });
  });

  const keyboard = (button: Record<string, unknown>) => ({ reply_markup: { inline_keyboard: [[button]] } });
  it.each<[string, string, Record<string, unknown>, RegExp]>([
    ['a button without text', 'sendMessage', keyboard({ callback_data: 'x' }), /Field "text" must be of type String/],
    ['a button that does nothing', 'sendMessage', keyboard({ text: 'x' }), /Text buttons are unallowed/],
    ['long data of a button', 'sendMessage', keyboard({ text: 'x', callback_data: 'é'.repeat(33) }), /BUTTON_DATA/],
    ['a wrong address of a button', 'sendMessage', keyboard({ text: 'x', url: 'javascript:1' }), /Wrong HTTP URL/],
    ['a keyboard that is no object', 'sendMessage', { reply_markup: '[]' }, /can't parse reply keyboard markup/],
    ['a quote that names no message', 'sendMessage', { reply_parameters: {} }, /can't parse reply parameters/],
    ['a place without latitude', 'sendLocation', { longitude: 1 }, /latitude is empty/],
    ['a place beyond the pole', 'sendLocation', { latitude: 91, longitude: 1 }, /invalid location/],
    ['a place that is no number', 'sendLocation', { latitude: 'x', longitude: 1 }, /invalid location/],
    ['a contact without number', 'sendContact', { first_name: 'Ada' }, /phone number is empty/],
    ['a contact without name', 'sendContact', { phone_number: '+1' }, /first name is empty/],
    [
      'a poll with an empty option',
      'sendPoll',
      { question: '?', options: [{ text: 'a' }, { text: ' ' }] },
      /non-empty/,
    ],
    [
      'a poll with a long option',
      'sendPoll',
      { question: '?', options: [{ text: 'a' }, { text: 'x'.repeat(101) }] },
      /must not exceed 100/,
    ],
    [
      'a reaction without its kind',
      'setMessageReaction',
      { message_id: 100, reaction: [{ emoji: '👍' }] },
      /reaction type/,
    ],
    ['an answer to no query', 'answerCallbackQuery', { callback_query_id: '7' }, /query ID is invalid/],
  ])('refuses %s', async (_what, method, parameters, reason) => {
    await write({ text: 'hi' });
    const { body } = await box.telegram(method, { chat_id: CHAT, text: 'x', ...parameters });
    expect(body).toMatchObject({ ok: false, error_code: 400 });
    expect(body.description).toMatch(reason);
  });

  it('removes the keyboard of a message that is edited without one', async () => {
    await write({ text: 'hi' });
    const below = keyboard({ text: 'Yes', callback_data: 'y' });
    const { result } = (await box.telegram('sendMessage', { chat_id: CHAT, text: 'Tea?', ...below })).body;
    expect(result.reply_markup).toEqual(below.reply_markup);
    const edited = await box.telegram('editMessageText', { chat_id: CHAT, message_id: result.message_id, text: 'Hm' });
    expect(edited.body.result).not.toHaveProperty('reply_markup');
  });

  it('accepts form parameters with nested JSON like a JSON body', async () => {
    await write({ text: 'question' });
    const response = await fetch(`${box.sandbox.url}/bot${TOKEN}/sendMessage`, {
      method: 'POST',
      body: new URLSearchParams({ chat_id: String(CHAT), text: 'answer', reply_parameters: '{"message_id":100}' }),
    });
    expect(await response.json()).toMatchObject({
      ok: true,
      result: { reply_to_message: { message_id: 100, text: 'question' } },
    });
  });

  it('refuses sends as Telegram does', async () => {
    const refused = async (parameters: Record<string, unknown>, method = 'sendMessage') =>
      (await box.telegram(method, { chat_id: CHAT, text: 'x', ...parameters })).body;
    expect(await refused({})).toEqual(fixture('tg/api-error-403-initiate'));
    await write({ text: 'hi' });
    expect(await refused({ chat_id: 'nobody' })).toEqual(fixture('tg/api-error-400-chat-not-found'));
    expect(await refused({ text: ' ' })).toEqual(fixture('tg/api-error-400-empty'));
    expect(await refused({ text: 'x'.repeat(4097) })).toEqual(fixture('tg/api-error-400-too-long'));
    expect(await refused({ reply_parameters: { message_id: 5 } })).toEqual(fixture('tg/api-error-400-reply-not-found'));
    const photo = { photo: 'https://x.example/a.png', caption: 'x'.repeat(1025) };
    expect(await refused(photo, 'sendPhoto')).toEqual(fixture('tg/api-error-400-caption-too-long'));
    await write({ type: 'blocked' });
    expect(await refused({})).toEqual(fixture('tg/api-error-403-blocked'));
  });

  it.each([
    ['sendDocument', 'document', ['gif', 'pdf', 'zip'], ['docx', 'xlsx', 'csv', 'txt', 'png']],
    ['sendPhoto', 'photo', ['jpg', 'png', 'webp'], ['tiff', 'svg', 'pdf']],
  ])(
    'accepts by address in %s only the types that Telegram does, and a file of any type as an upload',
    async (method, field, taken, refused) => {
      await write({ text: 'hi' });
      const byAddress = async (extension: string) =>
        (await box.telegram(method, { chat_id: CHAT, [field]: `https://x.example/a.${extension}` })).body;
      for (const extension of taken) expect(await byAddress(extension), extension).toMatchObject({ ok: true });
      for (const extension of refused)
        expect(await byAddress(extension), extension).toEqual({
          ok: false,
          error_code: 400,
          description: 'Bad Request: wrong type of the web page content',
        });
      for (const extension of refused)
        expect(await upload(method, field, 5, extension), extension).toMatchObject({ ok: true });
    },
  );

  it.each([
    ['sendDocument', 'document', 50],
    ['sendPhoto', 'photo', 10],
  ])('refuses an upload with %s that is empty or larger than Telegram accepts', async (method, field, megabytes) => {
    await write({ text: 'hi' });
    const refusal = (reason: string) => ({ ok: false, error_code: 400, description: `Bad Request: ${reason}` });
    expect(await upload(method, field, 0)).toEqual(refusal('file must be non-empty'));
    expect(await upload(method, field, megabytes * 1024 * 1024 + 1)).toEqual(refusal('file is too big'));
  });

  it('serves the file of a message by its path, and refuses one above 20 MB', async () => {
    await setHook();
    await write({ type: 'document', media: { base64: 'aGVsbG8=', filename: 'a.pdf' } });
    const message = box.hooks[0]?.body.message as { document: { file_id: string } };
    const { body } = await box.telegram('getFile', { file_id: message.document.file_id });
    expect(shapeOf(body)).toEqual(shapeOf(fixture('tg/api-getfile')));
    const path = `/file/bot${TOKEN}/${body.result.file_path}`;
    expect((await box.call('GET', path)).text).toBe('hello');
    await write({ type: 'video', media: { size: 30_000_000 } });
    const video = box.hooks[1]?.body.message as { video: { file_id: string } };
    const refused = await box.telegram('getFile', { file_id: video.video.file_id });
    expect(refused.body).toEqual(fixture('tg/api-error-400-file-too-big'));
  });
});

describe('changing a message', () => {
  let messageId = 0;
  beforeEach(async () => {
    await write({ type: 'text', text: 'hi' });
    messageId = (await box.telegram('sendMessage', { chat_id: CHAT, text: 'first' })).body.result.message_id;
  });
  const change = async (method: string, more: Record<string, unknown> = {}) =>
    (await box.telegram(method, { chat_id: CHAT, message_id: messageId, ...more })).body;
  const reaction = (emoji: string) => ({ reaction: [{ type: 'emoji', emoji }] });

  it('replaces its text, and refuses a change that changes nothing', async () => {
    expect(await change('editMessageText', { text: 'second' })).toMatchObject({ ok: true, result: { text: 'second' } });
    expect((await change('editMessageText', { text: 'second' })).description).toMatch(/message is not modified/);
    expect((await change('editMessageCaption', { caption: 'x' })).description).toMatch(/no caption in the message/);
    expect((await change('editMessageText', { message_id: messageId + 50, text: 'x' })).description).toMatch(
      /message to edit not found/,
    );
  });

  it('is refused for a message of a person', async () => {
    const message_id = messageId - 1;
    expect((await change('editMessageText', { message_id, text: 'x' })).description).toMatch(/message can't be edited/);
  });

  it('deletes it once', async () => {
    expect(await change('deleteMessage')).toEqual({ ok: true, result: true });
    expect((await change('deleteMessage')).description).toMatch(/message to delete not found/);
  });

  it('accepts one reaction of Telegram’s list', async () => {
    expect(await change('setMessageReaction', reaction('👍'))).toEqual({ ok: true, result: true });
    expect(await change('setMessageReaction', { reaction: [] })).toEqual({ ok: true, result: true });
    expect(await change('setMessageReaction', reaction('❤️'))).toEqual(fixture('tg/api-error-400-reaction-invalid'));
  });
});
