// The page on which an end customer connects a WhatsApp number with Meta's popup. All texts stand in the page; the token
// of the number never reaches it.

const ASK_WITHIN_MS = 58_000;
/** The popup's message about its session may come after the code, which lives thirty seconds. */
const SESSION_WITHIN_MS = 2000;

const byId = (id) => document.getElementById(id);
const settings = JSON.parse(document.body.dataset.signup);
let base = location.pathname;
base = base.slice(0, base.lastIndexOf('/'));
const state = {
  /** The popup's own message: an event and its ids. */
  session: null,
  /** Called when the message arrives. */
  onSession: null,
  /** The last answer, which is sent again when the connection fails. */
  answer: null,
  phoneNumberId: null,
};

const VIEWS = ['start', 'working', 'choose', 'pin', 'retry', 'stopped'];

/** Shows one view, and moves the focus into it. */
function show(view) {
  for (const one of VIEWS) byId(one).hidden = one !== view;
  byId(view).querySelector('h2, button:enabled')?.focus();
  byId('cancel').hidden = view === 'working' || view === 'stopped';
}

function say(id, text) {
  byId(id).textContent = text ?? '';
}

/** The text of a problem; the platform's own words stay text. */
const textOf = (element, name) => byId(element).dataset[name] ?? '';

function problemAtStart(name, words) {
  say('start-problem', [textOf('start-problem', name), words].filter(Boolean).join(' '));
  show('start');
}

// The popup

/** Only Meta's own pages may report: a name that merely ends with theirs is another site. */
function isMeta(origin) {
  if (origin === settings.dialogOrigin) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' && (hostname === 'facebook.com' || hostname.endsWith('.facebook.com'));
}

function readSession(data) {
  try {
    const given = typeof data === 'string' ? JSON.parse(data) : data;
    if (given?.type !== 'WA_EMBEDDED_SIGNUP') return null;
    return { event: String(given.event), data: given.data ?? {} };
  } catch {
    return null;
  }
}

addEventListener('message', ({ origin, data }) => {
  const session = isMeta(origin) ? readSession(data) : null;
  if (!session) return;
  state.session = session;
  state.onSession?.();
});

const idOf = (value) => (typeof value === 'string' && /^\d{1,32}$/.test(value) ? value : null);

function sendCode(code) {
  state.onSession = null;
  const { data = {} } = state.session ?? {};
  answer({ kind: 'code', code, waba_id: idOf(data.waba_id), phone_number_id: idOf(data.phone_number_id) });
}

/** Waits a moment for the session, because its ids save the person a question. */
function takeCode(code) {
  show('working');
  if (state.session) return sendCode(code);
  const timer = setTimeout(() => sendCode(code), SESSION_WITHIN_MS);
  state.onSession = () => {
    clearTimeout(timer);
    sendCode(code);
  };
}

function endWithoutCode() {
  const told = state.session?.data.error_message;
  problemAtStart(told ? 'refused' : 'cancelled', typeof told === 'string' ? told.slice(0, 500) : '');
}

/** Opens the popup with a configuration: each button has its own. */
function logInWith({ configId, extras }) {
  state.session = null;
  let isAnswered = false;
  say('start-problem', '');
  // Inside the click, or the browser blocks the popup; the SDK refuses an async callback.
  globalThis.FB.login(
    (response) => {
      // A popup that is closed after its code is not cancelled.
      if (isAnswered) return;
      isAnswered = true;
      const code = response?.authResponse?.code;
      if (code) takeCode(code);
      else endWithoutCode();
    },
    {
      config_id: configId,
      response_type: 'code',
      override_default_response_type: true,
      extras: JSON.parse(extras),
    },
  );
}

const logins = [
  { button: byId('login'), ...settings },
  { button: byId('login-app'), ...settings.coexistence },
].filter(({ button }) => button);
for (const login of logins) login.button.addEventListener('click', () => logInWith(login));

globalThis.fbAsyncInit = () => {
  globalThis.FB.init({ appId: settings.appId, autoLogAppEvents: false, xfbml: false, version: settings.version });
  for (const { button } of logins) button.disabled = false;
};

const sdk = document.createElement('script');
sdk.src = settings.sdkUrl;
sdk.crossOrigin = 'anonymous';
sdk.nonce = document.currentScript.nonce;
sdk.onerror = () => problemAtStart('noSdk');
document.head.append(sdk);

// Our own server

async function post(given) {
  try {
    const reply = await fetch(`${base}/signup`, {
      method: 'POST',
      cache: 'no-store',
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(ASK_WITHIN_MS),
      body: JSON.stringify({ state: settings.state, proof: settings.proof, answer: given }),
    });
    const body = await reply.json();
    return reply.ok ? body.step : null;
  } catch {
    return null;
  }
}

async function answer(given) {
  state.answer = given;
  show('working');
  const step = await post(given);
  if (step === null) return show('retry');
  follow(step);
}

function follow(step) {
  if (step.location) return location.replace(step.location);
  if (step.choose) return showChoice(step.choose);
  if (step.pin) return showPin(step.pin);
  if (step.stopped) return showStopped(step.stopped);
  say('stopped-text', step.page?.text);
  byId('back').hidden = true;
  show('stopped');
}

const nameOf = ({ id, name, number }) => [name, number].filter(Boolean).join(' · ') || id;

function showChoice(numbers) {
  const list = byId('numbers');
  list.replaceChildren(
    ...numbers.map((number, index) => {
      const label = document.createElement('label');
      const input = document.createElement('input');
      Object.assign(input, { type: 'radio', name: 'number', value: number.id, checked: index === 0 });
      const words = document.createElement('bdi');
      words.textContent = nameOf(number);
      label.append(input, words);
      return label;
    }),
  );
  show('choose');
}

function showPin({ number, problem }) {
  state.phoneNumberId = number.id;
  say('pin-number', nameOf(number));
  byId('pin-field').value = '';
  show('pin');
  tellPinProblem({ wrong_pin: 'wrongPin', no_answer: 'noAnswer' }[problem]);
}

function tellPinProblem(name) {
  say('pin-problem', name ? textOf('pin-problem', name) : '');
  byId('pin-field').setAttribute('aria-invalid', String(name === 'wrongPin' || name === 'sixDigits'));
  byId('pin-field').focus();
}

/** Digits as people type them, in any of the scripts that our languages use. */
const plainDigits = (typed) =>
  typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\D/g, '');

function showStopped({ problem, until, message, location: back }) {
  const name = problem.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const when = until ? new Date(until).toLocaleString(document.documentElement.lang) : '';
  say('stopped-text', textOf('stopped-text', name).replace('{until}', when));
  say('stopped-words', message);
  byId('back').hidden = !back;
  if (back) byId('back').href = back;
  show('stopped');
}

byId('choose').addEventListener('submit', (event) => {
  event.preventDefault();
  const chosen = new FormData(event.target).get('number');
  answer({ kind: 'number', phone_number_id: chosen, pin: null });
});

byId('pin').addEventListener('submit', (event) => {
  event.preventDefault();
  const pin = plainDigits(byId('pin-field').value);
  if (!/^\d{6}$/.test(pin)) return tellPinProblem('sixDigits');
  answer({ kind: 'number', phone_number_id: state.phoneNumberId, pin });
});

// A PIN is not sent again by itself: Meta counts the attempts.
byId('again').addEventListener('click', () => {
  const { kind, phone_number_id = null } = state.answer;
  answer(kind === 'cancel' ? { kind } : { kind: 'number', phone_number_id, pin: null });
});

byId('cancel').addEventListener('click', () => answer({ kind: 'cancel' }));
