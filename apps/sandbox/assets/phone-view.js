// Builds the test phone's elements. Whatever somebody wrote becomes text, never markup.

const EMOJI = ['👍', '❤️'];

/** An element with its attributes and children; texts become text nodes. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A text in its own direction. */
const words = (text) => make('bdi', { dir: 'auto' }, text);

const timeOf = (at, language) =>
  make('time', { datetime: at }, new Date(at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' }));

function fileOf({ picture, kind }, texts) {
  if (picture === null) return null;
  if (kind === 'image' || kind === 'sticker') return make('img', { src: picture, alt: texts.image, loading: 'lazy' });
  return make('a', { href: picture, download: '' }, `${texts.file}: ${kind}`);
}

/**
 * Ticks of an own message: one while it waits, two when Parley took it, blue when the account read it. None where this
 * is unknown.
 */
function ticksOf({ own, taken, read }, texts) {
  if (own && read) return make('span', { class: 'ticks read', role: 'img', 'aria-label': texts.read }, '✓✓');
  if (!own || taken === null) return null;
  return make(
    'span',
    { class: 'ticks', role: 'img', 'aria-label': taken ? texts.taken : texts.waiting },
    taken ? '✓✓' : '✓',
  );
}

const plain = (text, onclick) => make('button', { type: 'button', class: 'plain', onclick }, text);

/** A bubble; `react` gets the emoji that it is to have; `edit` and `revoke` are false where the channel has no such thing. */
export function makeBubble(bubble, { texts, lang, react, edit, revoke }) {
  const { own, text, kind, buttons, reaction, answer, changed, at } = bubble;
  const file = fileOf(bubble, texts);
  const isRevoked = changed === 'revoke';
  const content = isRevoked ? texts.revoked : text === null && file === null ? kind : text;
  const choices = EMOJI.map((emoji) =>
    make(
      'button',
      {
        type: 'button',
        class: 'react',
        'aria-label': `${texts.react} ${emoji}`,
        'aria-pressed': String(reaction === emoji),
        onclick: () => react(bubble.id, reaction === emoji ? '' : emoji),
      },
      emoji,
    ),
  );
  return make(
    'li',
    { class: own ? 'bubble own' : 'bubble' },
    file,
    content === null ? null : make('p', {}, words(content)),
    buttons.length === 0
      ? null
      : make('p', { class: 'buttons' }, ...buttons.map((title) => make('span', {}, words(title)))),
    make('small', {}, changed === 'edit' ? texts.edited : null, timeOf(at, lang), ticksOf(bubble, texts)),
    answer === null
      ? null
      : make('span', { class: 'answer', role: 'img', 'aria-label': `${texts.answered} ${answer}` }, answer),
    own && !isRevoked
      ? make(
          'span',
          { class: 'reactions' },
          edit && kind === 'text' ? plain(texts.edit, () => edit(bubble)) : null,
          revoke ? plain(texts.revoke, () => revoke(bubble)) : null,
        )
      : null,
    own ? null : make('span', { class: 'reactions' }, ...choices),
  );
}

/** A comment below a post; `answer` begins a reply to it. */
export function makeComment(comment, { texts, lang, answer }) {
  const { byAccount, writer, text, hidden, parent, at } = comment;
  const classes = ['comment', byAccount ? 'account' : '', parent === null ? '' : 'below'].filter(Boolean).join(' ');
  return make(
    'li',
    { class: classes },
    make('b', {}, words(writer ?? texts.somebody)),
    make('p', {}, words(text)),
    make('small', {}, timeOf(at, lang), hidden ? ` · ${texts.hidden}` : null),
    plain(texts.reply, () => answer(comment)),
  );
}

/** A comment and everything below it, then the next. */
export const inThreads = (comments) =>
  comments
    .filter(({ parent }) => !comments.some(({ id }) => id === parent))
    .flatMap((comment) => [comment, ...comments.filter(({ parent }) => parent === comment.id)]);

/** The options of a choice. */
export const makeOptions = (entries, chosen) =>
  entries.map(([value, text]) => make('option', { value, selected: value === chosen }, text));

/** Makes these the items of a list: the others go, and what is new comes to its place. The button that had the focus keeps it. */
export function showItems(list, items) {
  const held = [...list.querySelectorAll('button')].indexOf(document.activeElement);
  for (const item of [...list.children]) if (!items.includes(item)) item.remove();
  for (const [index, item] of items.entries())
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
  if (held >= 0) list.querySelectorAll('button')[held]?.focus();
}
