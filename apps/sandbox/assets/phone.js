// The test phone: a developer plays the customer. Everything is kept by the sandbox; the page asks for it again and again.

import { ask } from './ask-sandbox.js';
import { makeLinkForm } from './link-device.js';
import { readTexts } from './phone-texts.js';
import { inThreads, make, makeBubble, makeComment, makeOptions, showItems } from './phone-view.js';

const ASK_EVERY_MS = 300;
const MAX_PHOTO_BYTES = 5 * 1024 * 1024;

const query = new URLSearchParams(location.search);
const { texts, dir, lang } = readTexts(query.get('lang'));
document.documentElement.lang = lang;
document.documentElement.dir = dir;
document.title = texts.title;

const CHANNELS = {
  wa: { name: 'WhatsApp', person: '16505551234', digits: '1650555' },
  wd: { name: texts.device, person: '16505551234', digits: '1650555' },
  tg: { name: 'Telegram', person: '5550001', digits: '555' },
  fb: { name: 'Facebook', person: '24004500000001', digits: '2400450000' },
  ig: { name: 'Instagram', person: '24004500000002', digits: '2400450000' },
  tt: { name: 'TikTok', person: 'person-5550001', digits: 'person-555' },
};

const first = Object.hasOwn(CHANNELS, query.get('channel') ?? '') ? query.get('channel') : 'wa';
const state = {
  chat: { channel: first, account: '', person: query.get('person') ?? CHANNELS[first].person },
  tab: 'chat',
  /** What the next text is about: a comment that it answers, or a message that it replaces. */
  about: null,
  /** What can be done on the channel. */
  acts: [],
  shown: '',
};

const field = (label, control) => make('label', {}, make('span', {}, label), control);
const button = (text, onclick, more = {}) => make('button', { type: 'button', onclick, ...more }, text);
const channel = make('select', { onchange: () => choose(channel.value) });
const account = make('select', { onchange: () => set({ account: account.value }) });
const person = make('input', {
  maxlength: 512,
  autocomplete: 'off',
  spellcheck: 'false',
  onchange: () => set({ person: person.value.trim() }),
});
const name = make('input', { maxlength: 100, autocomplete: 'off' });
const note = make('p', { class: 'note', hidden: true }, texts.noAccount);
const list = make('ul');
const log = make('div', { role: 'log', 'aria-label': texts.chat, tabindex: '0', class: 'log' }, list);
const typing = make('p', { class: 'typing', hidden: true });
const status = make('p', { role: 'status' });
const input = make('input', {
  class: 'words',
  maxlength: 4096,
  autocomplete: 'off',
  'aria-label': texts.message,
  dir: 'auto',
});
const photo = make('input', {
  type: 'file',
  accept: 'image/*',
  'aria-label': texts.photo,
  onchange: () => sendPhoto(),
});
const reply = make('p', { class: 'reply', hidden: true });
const faults = make('div', { class: 'faults' });
const link = makeLinkForm(texts, () => choose('wd'));
const tabs = make('div', { role: 'group', class: 'tabs' });

const say = (text) => {
  if (status.textContent !== text) status.textContent = text;
};

/** Does something and says how it went. */
async function doing(work, isTold = false) {
  try {
    await work();
    say(isTold ? texts.done : '');
  } catch (error) {
    say(`${texts.failed} ${error.message}`);
  }
  await refresh();
}

const act = (given) => ask('/sandbox/phone/acts', { ...state.chat, name: name.value.trim(), act: given });
const isReady = () => state.chat.account !== '' && state.chat.person !== '';

function actOf(text) {
  const { tab, about } = state;
  if (about?.type === 'edit') return { type: 'edit', target: about.item.id, text };
  if (tab === 'chat') return { type: 'text', text };
  return { type: 'comment', text, ...(about === null ? {} : { parent_id: about.item.id }) };
}

async function send() {
  const text = input.value.trim();
  if (text === '' || !isReady()) return;
  input.value = '';
  const given = actOf(text);
  setAbout(null);
  await doing(() => act(given));
}

async function sendPhoto() {
  const [file] = photo.files;
  if (!file || file.size > MAX_PHOTO_BYTES || !isReady()) return;
  await doing(async () => {
    const url = await new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.onerror = () => reject(reader.error);
      reader.readAsDataURL(file);
    });
    const base64 = url.slice(url.indexOf(',') + 1);
    const { id } = await ask('/sandbox/media', { base64, mime_type: file.type, filename: file.name });
    const text = input.value.trim();
    await act({ type: 'photo', file: id, ...(text === '' ? {} : { text }) });
    input.value = '';
  });
  photo.value = '';
}

function setAbout(about) {
  state.about = about;
  reply.hidden = about === null;
  if (about === null) return;
  const isEdit = about.type === 'edit';
  const { text } = about.item;
  reply.replaceChildren(
    `${isEdit ? texts.editing : texts.replyTo} `,
    make('bdi', { dir: 'auto' }, text.slice(0, 60)),
    ' ',
    button(isEdit ? texts.stopEdit : texts.stopReply, () => setAbout(null), { class: 'plain' }),
  );
  if (isEdit) input.value = text;
  input.focus();
}

function set(change) {
  Object.assign(state.chat, change);
  state.shown = '';
  setAbout(null);
  void refresh();
}

function show(tab) {
  state.tab = tab;
  state.shown = '';
  setAbout(null);
  input.setAttribute('aria-label', tab === 'chat' ? texts.message : texts.comment);
  log.setAttribute('aria-label', tab === 'chat' ? texts.chat : texts.comments);
  photo.parentElement.hidden = tab !== 'chat';
  for (const one of tabs.children) one.setAttribute('aria-pressed', String(one.dataset.tab === tab));
  void refresh();
}

/** Counts the channels that were chosen: an answer for an earlier one is dropped. */
let chosen = 0;

/** Another channel: its accounts, its usual person, and what can go wrong there. Until then no account can be picked. */
async function choose(code, given = {}) {
  const turn = ++chosen;
  account.disabled = true;
  person.value = given.person ?? CHANNELS[code].person;
  const { accounts, acts, faults: known } = await ask(`/sandbox/phone/accounts?channel=${code}`);
  if (turn !== chosen) return;
  const wanted = accounts.some(({ id }) => id === given.account) ? given.account : (accounts.at(-1)?.id ?? '');
  account.replaceChildren(
    ...makeOptions(
      accounts.map(({ id, name }) => [id, name]),
      wanted,
    ),
  );
  account.disabled = false;
  note.hidden = accounts.length > 0;
  state.acts = acts;
  tabs.hidden = !acts.includes('comment');
  link.hidden = code !== 'wd';
  faults.replaceChildren(
    ...known.map((fault) =>
      button(texts.fault[fault], () => doing(() => ask('/sandbox/phone/faults', { ...state.chat, fault }), true)),
    ),
  );
  set({ channel: code, account: wanted, person: person.value });
  show('chat');
}

/** The elements now in the list, by what they show: what did not change stays, so that only news are read out. */
let drawn = new Map();

function draw({ bubbles, typing: isTyping, comments }) {
  const { acts } = state;
  const tools = {
    react: (target, emoji) => void doing(() => act({ type: 'reaction', target, emoji })),
    edit: acts.includes('edit') && ((item) => setAbout({ type: 'edit', item })),
    revoke: acts.includes('revoke') && ((item) => void doing(() => act({ type: 'revoke', target: item.id }))),
  };
  const isChat = state.tab === 'chat';
  const build = isChat
    ? (bubble) => makeBubble(bubble, { texts, lang, ...tools })
    : (comment) => makeComment(comment, { texts, lang, answer: (item) => setAbout({ type: 'reply', item }) });
  const items = isChat ? bubbles : inThreads(comments);
  const nothing = isChat ? texts.empty : texts.noComments;
  const keyed = items.map((item) => [JSON.stringify([state.tab, item]), () => build(item)]);
  if (keyed.length === 0) keyed.push([nothing, () => make('li', { class: 'nothing' }, nothing)]);
  drawn = new Map(keyed.map(([key, make]) => [key, drawn.get(key) ?? make()]));
  showItems(list, [...drawn.values()]);
  log.scrollTop = log.scrollHeight;
  typing.hidden = !(isChat && isTyping);
  typing.replaceChildren(account.selectedOptions[0]?.textContent ?? '', ' ', texts.typing);
}

/** Asks for the chat, and draws it when something changed; an answer about another chat than the one now shown is dropped. */
async function refresh() {
  if (!isReady()) return draw({ bubbles: [], typing: false, comments: [] });
  const asked = new URLSearchParams(state.chat).toString();
  const found = await ask(`/sandbox/phone/chat?${asked}`).catch(() => null);
  if (found === null || asked !== new URLSearchParams(state.chat).toString()) return;
  const shown = JSON.stringify([state.tab, found]);
  if (shown === state.shown) return;
  state.shown = shown;
  draw(found);
}

async function keepAsking() {
  if (document.visibilityState === 'visible') await refresh();
  setTimeout(keepAsking, ASK_EVERY_MS);
}

function someoneElse() {
  const random = String(crypto.getRandomValues(new Uint32Array(1))[0] % 10_000).padStart(4, '0');
  person.value = CHANNELS[state.chat.channel].digits + random;
  name.value = '';
  set({ person: person.value });
}

channel.append(
  ...makeOptions(
    Object.entries(CHANNELS).map(([code, { name }]) => [code, name]),
    first,
  ),
);
for (const [tab, text] of [
  ['chat', texts.chat],
  ['comments', texts.comments],
])
  tabs.append(button(text, () => show(tab), { 'data-tab': tab }));
const composer = make(
  'form',
  {
    onsubmit: (event) => {
      event.preventDefault();
      void send();
    },
  },
  make('label', { class: 'photo', title: texts.photo }, make('span', { 'aria-hidden': 'true' }, '+'), photo),
  input,
  make('button', { class: 'send' }, texts.send),
);
document
  .getElementById('phone')
  .append(
    make('h1', {}, texts.title),
    make(
      'div',
      { class: 'who' },
      field(texts.channel, channel),
      field(texts.account, account),
      field(texts.person, person),
      field(texts.name, name),
      button(texts.someone, someoneElse, { class: 'someone' }),
    ),
    note,
    link,
    make('section', { class: 'screen', 'aria-label': texts.title }, tabs, log, typing, reply, composer),
    status,
    make('details', {}, make('summary', {}, texts.faults), faults),
  );
await choose(first, { account: query.get('account') ?? undefined, person: query.get('person') ?? undefined });
void keepAsking();
