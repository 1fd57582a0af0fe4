// The hosted page on which an end customer links a phone. All texts stand in the page; nothing is kept here.

const STATUS_EVERY_MS = 2000;
const SLOWEST_MS = 30_000;
const ASK_WITHIN_MS = 40_000;
/** A page that nobody looks after stops to ask for QR codes. */
const UNATTENDED_MS = 600_000;

const byId = (id) => document.getElementById(id);
let base = location.pathname;
while (base.endsWith('/')) base = base.slice(0, -1);
const state = {
  stage: document.body.dataset.stage,
  way: 'code',
  isAsking: false,
  /** What is shown: when it came, and since when the session has been waiting with it. */
  shown: { code: null, qr: null },
  codeUntil: 0,
  /** When somebody last did something. */
  seenAt: Date.now(),
};
const timers = {};

/** One timer a purpose: a new one takes the place of the old one. */
function later(name, work, ms) {
  clearTimeout(timers[name]);
  timers[name] = setTimeout(work, ms);
}

function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Asks our own server; what cannot be reached is status 0. */
async function ask(path, options = {}) {
  try {
    const signal = AbortSignal.timeout(ASK_WITHIN_MS);
    const answer = await fetch(base + path, { cache: 'no-store', signal, ...options });
    const waitMs = Number(answer.headers.get('retry-after') || 0) * 1000;
    return { status: answer.status, waitMs, body: await answer.json() };
  } catch {
    return { status: 0, waitMs: 0, body: {} };
  }
}

const isOver = () => ['linked', 'paused', 'over'].includes(state.stage);

function showEnding(id) {
  byId('open').hidden = true;
  byId('progress').hidden = true;
  const ending = byId(id);
  ending.hidden = false;
  ending.querySelector('h2').focus();
}

function showProgress({ stage, status, ending }) {
  state.stage = stage;
  // The server knows whether this page has another way to offer.
  if (ending === 'passkey') return location.reload();
  if (ending) return showEnding(ending);
  byId('open').hidden = stage !== 'open';
  const texts = byId('progress').dataset;
  const saying = { connecting: texts.connecting, awaiting_pairing: texts.awaitingPairing }[status];
  say(byId('progress'), stage === 'linking' ? texts.linking : saying || texts.created);
}

// How far it is

let failures = 0;

async function follow() {
  if (isOver() || document.hidden) return;
  const askedAt = Date.now();
  const { status, waitMs, body } = await ask('/status');
  if (status === 200) {
    failures = 0;
    showProgress(body);
    dropReplaced(body, askedAt);
  } else if (status === 404) {
    showProgress({ stage: 'over', ending: 'over' });
  } else {
    failures += 1;
    if (failures > 1) say(byId('progress'), byId('progress').dataset.offline);
  }
  if (isOver()) return;
  const pauseMs = Math.min(SLOWEST_MS, STATUS_EVERY_MS * 2 ** Math.min(failures, 4));
  later('follow', follow, Math.max(waitMs, pauseMs));
}

/** A connection that ended, or was replaced by somebody else's, takes its code and its QR along. */
function dropReplaced({ status, since }, askedAt) {
  for (const [kind, drop] of [
    ['code', () => hideCode('codeExpired')],
    ['qr', renewQr],
  ]) {
    const shown = state.shown[kind];
    if (!shown || shown.at >= askedAt) continue;
    if (status === 'created' || shown.since !== since) drop();
  }
}

// By code

const WHY = { 400: 'invalidPhone', 429: 'tooMany', 502: 'refused' };

/** Digits as people type them, in any of the scripts that our languages use. */
function plainNumber(typed) {
  const digits = typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+');
  return /^\+?[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

function tellProblem(name) {
  const problem = byId('code-problem');
  problem.classList.toggle('working', name === 'gettingCode');
  say(problem, name ? problem.dataset[name] : '');
  byId('phone').setAttribute('aria-invalid', String(name === 'invalidPhone'));
}

function hideCode(why) {
  clearTimeout(timers.code);
  state.shown.code = null;
  byId('code-shown').hidden = true;
  byId('ask-code').hidden = false;
  byId('code').textContent = '';
  tellProblem(why);
}

function countDown() {
  const left = Math.ceil((state.codeUntil - Date.now()) / 1000);
  if (left <= 0) return hideCode('codeExpired');
  byId('code-left').textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  later('code', countDown, 500);
}

function showCode({ pairing_code: code, valid_for_ms: validForMs, since }) {
  state.shown.code = { at: Date.now(), since };
  state.codeUntil = Date.now() + validForMs;
  byId('ask-code').hidden = true;
  byId('code-shown').hidden = false;
  byId('code').textContent = code;
  tellProblem(null);
  countDown();
}

async function getCode(event) {
  event.preventDefault();
  if (state.isAsking) return;
  const phone = plainNumber(byId('phone').value);
  if (phone === null) {
    byId('phone').focus();
    return tellProblem('invalidPhone');
  }
  state.isAsking = true;
  byId('get-code').disabled = true;
  tellProblem('gettingCode');
  const { status, body } = await ask('/code', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone }),
  });
  state.isAsking = false;
  byId('get-code').disabled = false;
  if (status === 200) showCode(body);
  else tellProblem(WHY[status] || 'unavailable');
  later('follow', follow, 0);
}

// By QR

function hideQr(saying) {
  state.shown.qr = null;
  byId('qr').hidden = true;
  byId('qr').removeAttribute('src');
  byId('show-qr').hidden = saying !== null;
  byId('qr-problem').hidden = saying === null;
  if (saying !== null) say(byId('qr-problem'), byId('qr-problem').dataset[saying]);
}

function showQr({ image, valid_for_ms: validForMs, since }) {
  state.shown.qr = { at: Date.now(), since };
  byId('qr').src = image;
  byId('qr').hidden = false;
  byId('qr-problem').hidden = true;
  byId('show-qr').hidden = true;
  later('qr', renewQr, Math.max(1000, validForMs + 200));
}

async function renewQr() {
  if (state.way !== 'qr' || isOver() || document.hidden) return;
  if (state.stage === 'linking') return later('qr', renewQr, STATUS_EVERY_MS);
  if (Date.now() - state.seenAt > UNATTENDED_MS) return hideQr(null);
  const { status, waitMs, body } = await ask('/qr');
  if (state.way !== 'qr' || state.stage !== 'open') return;
  if (status === 200) return showQr(body);
  hideQr(status === 429 ? 'tooMany' : status === 503 ? 'loading' : 'unavailable');
  if (status === 402 || status === 404 || status === 409) return later('follow', follow, 0);
  later('qr', renewQr, Math.max(waitMs, status === 503 ? 1000 : 5000));
}

function chooseWay(way) {
  state.way = way;
  state.seenAt = Date.now();
  byId('with-code').hidden = way !== 'code';
  byId('with-qr').hidden = way !== 'qr';
  hideQr('loading');
  if (way === 'qr') renewQr();
  else clearTimeout(timers.qr);
}

function start() {
  for (const way of document.getElementsByName('way')) way.addEventListener('change', () => chooseWay(way.value));
  byId('ask-code').addEventListener('submit', getCode);
  byId('another-code').addEventListener('click', () => {
    hideCode(null);
    byId('phone').focus();
  });
  byId('show-qr').addEventListener('click', () => chooseWay('qr'));
  // People leave for the app on the same phone, and come back.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    state.seenAt = Date.now();
    follow();
    renewQr();
  });
  // On a large screen the phone is at hand to scan with; on a phone there is nothing to scan.
  const isLarge = matchMedia('(min-width: 700px)').matches;
  byId(isLarge ? 'way-qr' : 'way-code').checked = true;
  if (state.stage === 'open') chooseWay(isLarge ? 'qr' : 'code');
  follow();
}

if (!isOver()) start();
