import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { findServiceProblems, type Reasons } from './find-service-problems.ts';

const CONTROLLER = `
import { USE_CASES, type UseCases } from './compose.ts';
@Controller()
export class MailController {
  readonly #do: UseCases;
  constructor(@Inject(USE_CASES) useCases: UseCases) {
    this.#do = useCases;
  }

  @Handles(send.mail)
  async send(input: Input, context: CallContext) {
    return this.#do.mails.send(callerOf(context).tenant_id, input);
  }

  @HandlesStream(asStream(open))
  open(input: Input) {
    return this.#do.open(input);
  }
}
`;
const MODULE =
  'export const made = { providers: [{ provide: USE_CASES, useValue: useCases }, ...makeWorkers(useCases)] };';
const WORKERS = `
class StoreOutcomes {}
export const makeWorkers = () => [
  { provide: BackgroundWorker, useValue: new BackgroundWorker(duties, logger) },
  { provide: StoreOutcomes, useValue: new StoreOutcomes() },
];
`;

/** A service that follows the template. */
const GOOD: Readonly<Record<string, string | null>> = {
  'main.ts': 'await runAlone();',
  'mail.module.ts': MODULE,
  'mail.controller.ts': CONTROLLER,
  'compose.ts': "export const USE_CASES = Symbol('mail.use-cases');",
  'metrics.ts': '',
  'workers.ts': WORKERS,
  'use-cases/send-mail.ts': 'export const makeSendMail = () => setTimeout(() => controller.abort(), 1000);',
  'use-cases/send-mail.test.ts': 'setInterval(look, 1);',
  'storage/mail-store.ts': 'while (more) await next();',
  'adapters/senders/smtp.ts': '',
};

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

/** The problems of that service after some of its files are replaced; null removes one. */
function check(changes: Readonly<Record<string, string | null>>, loops: Reasons = {}): string[] {
  const root = mkdtempSync(join(tmpdir(), 'parley-services-'));
  roots.push(root);
  for (const [name, text] of Object.entries({ ...GOOD, ...changes })) {
    if (text === null) continue;
    const path = join(root, 'services/mail/src', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return findServiceProblems(root, loops).map((problem) => problem.replaceAll('services/mail/src/', ''));
}

test('a service that follows the template has no problems, with and without the optional parts', () => {
  expect(check({})).toEqual([]);
  expect(check({ 'metrics.ts': null, 'workers.ts': null, 'adapters/senders/smtp.ts': null })).toEqual([]);
  expect(check({ 'domain/mail.ts': '' })).toEqual([]);
});

describe('the layout', () => {
  test.each(['main.ts', 'mail.module.ts', 'mail.controller.ts', 'compose.ts'])('%s is required', (name) => {
    expect(check({ [name]: null })).toEqual([`${name} is missing`]);
  });

  test('use cases and storage are required', () => {
    expect(
      check({ 'use-cases/send-mail.ts': null, 'use-cases/send-mail.test.ts': null, 'storage/mail-store.ts': null }),
    ).toEqual(['use-cases/ is missing', 'storage/ is missing']);
  });

  test.each(['mail-store.ts', 'compose.test.ts', 'notes.md', 'smtp.module.ts'])(
    '%s has no place at the top',
    (name) => {
      expect(check({ [name]: '' })).toEqual([expect.stringContaining(`${name} belongs into a folder`)]);
    },
  );

  test('other folders are refused', () => {
    expect(check({ 'senders/smtp.ts': '' })).toEqual(['senders/ is no folder of a service']);
  });
});

describe('the token', () => {
  test.each([
    ["export const USE_CASE = Symbol('mail');", 2],
    ["export const USE_CASES = Symbol('mail'); export const STORE = Symbol('store');", 1],
    ['export const USE_CASES = 1;', 1],
  ])('of compose.ts is only USE_CASES: %s', (text, problems) => {
    expect(check({ 'compose.ts': text })).toHaveLength(problems);
  });

  test('is created nowhere else', () => {
    expect(check({ 'storage/mail-store.ts': "export const USE_CASES = Symbol('x');" })).toEqual([
      'storage/mail-store.ts makes a Symbol; the one token of a service is USE_CASES in compose.ts',
    ]);
  });

  test.each(['STORE', "'store'", 'MailStore'])('is what a controller injects, not %s', (token) => {
    expect(check({ 'mail.controller.ts': CONTROLLER.replace('Inject(USE_CASES)', `Inject(${token})`) })).toEqual([
      'mail.controller.ts injects something else than USE_CASES',
    ]);
  });

  test.each(['STORE', "'store'", 'MailStore'])('is what a module provides, not %s', (token) => {
    expect(check({ 'mail.module.ts': MODULE.replace('provide: USE_CASES', `provide: ${token}`) })).toEqual([
      'mail.module.ts provides a token that is neither USE_CASES nor a class',
    ]);
  });
});

describe('a controller', () => {
  test.each([
    'const sent = await this.#do.send(input); return sent;',
    'return { sent: await this.#do.send(input) };',
    'await this.#do.send(input);',
    'return send(input);',
    'return this.send(input);',
    'if (input) return this.#do.send(input);',
  ])('has one line per contract, not "%s"', (body) => {
    expect(
      check({
        'mail.controller.ts': CONTROLLER.replace(
          'return this.#do.mails.send(callerOf(context).tenant_id, input);',
          body,
        ),
      }),
    ).toEqual(['mail.controller.ts: send is not one line "return this.#…"']);
  });

  test('has only the methods of its contracts', () => {
    expect(check({ 'mail.controller.ts': CONTROLLER.replace('@Handles(send.mail)', '') })).toEqual([
      'mail.controller.ts: send handles no contract, or several',
    ]);
    expect(
      check({ 'mail.controller.ts': CONTROLLER.replace('  readonly #do', '  #both() {}\n  readonly #do') }),
    ).toEqual(['mail.controller.ts: #both belongs into a use case']);
  });
});

describe('periodic work', () => {
  test('is a duty of the BackgroundWorker', () => {
    expect(check({ 'workers.ts': 'export const makeWorkers = () => [];' })).toEqual([
      'workers.ts runs no BackgroundWorker',
    ]);
  });

  test.each([
    ['export const start = () => setInterval(look, 1000);', 'setInterval'],
    ['function poll() { look(); setTimeout(poll, 1000); }', 'a setTimeout that leads back to poll'],
    [
      'const poll = async () => { await look(); setTimeout(() => void poll(), 1000); };',
      'a setTimeout that leads back to poll',
    ],
    [
      'function poll() { look(); again(); } function again() { setTimeout(poll, 1000); }',
      'a setTimeout that leads back to again',
    ],
    [
      "import { setTimeout as pause } from 'node:timers/promises'; for (;;) { look(); await pause(1000); }",
      'a loop that pauses',
    ],
    [
      "import { setTimeout } from 'node:timers/promises'; while (open) { look(); await setTimeout(1000); }",
      'a loop that pauses',
    ],
  ])('is not done by %s', (text, loop) => {
    expect(check({ 'use-cases/send-mail.ts': text })).toEqual([
      `use-cases/send-mail.ts: ${loop}; background work is a duty of the BackgroundWorker in workers.ts`,
    ]);
  });

  test.each([
    'function late() { setTimeout(() => abort(), 1000); }',
    "import { setTimeout as pause } from 'node:timers/promises'; for (const ms of [1, 2]) { look(); await pause(ms); }",
  ])('does not include work that ends by itself: %s', (text) => {
    expect(check({ 'use-cases/send-mail.ts': text })).toEqual([]);
  });

  test('may have an exception with a reason, and an unneeded exception is refused', () => {
    const loops = { 'services/mail/src/use-cases/send-mail.ts': 'why' };
    expect(check({ 'use-cases/send-mail.ts': 'setInterval(look, 1000);' }, loops)).toEqual([]);
    expect(check({}, loops)).toEqual(['use-cases/send-mail.ts needs no exception: nothing in it repeats']);
    expect(check({}, { 'services/mail/src/gone.ts': 'why' })).toEqual(['gone.ts has an exception, but does not exist']);
  });
});

describe('a use case', () => {
  test.each([
    "import { findMail } from '../storage/mail-store.ts';",
    "import { type Mail, findMail } from '../storage/mail-store.ts';",
    "import * as mails from '../storage/mail-store.ts';",
    "import '../adapters/senders/smtp.ts';",
    "export { findMail } from '../storage/mail-store.ts';",
    "export * from '../storage/mail-store.ts';",
    "const mails = await import('../storage/mail-store.ts');",
    "import { findMail } from '@parley/mail/storage/mail-store';",
  ])('imports no value of storage or adapters: %s', (text) => {
    expect(check({ 'use-cases/send-mail.ts': text })).toEqual([
      expect.stringMatching(/^use-cases\/send-mail\.ts imports a value of .*; a use case is given it/),
    ]);
  });

  test.each([
    "import type { Mail } from '../storage/mail-store.ts';",
    "import { type Mail, type FoundMail } from '../storage/mail-store.ts';",
    "export type { Mail } from '../storage/mail-store.ts';",
    "import { checkMail } from '../domain/mail.ts';",
    "import { storage } from '@parley/providers/storage';",
  ])('imports types, and values of the domain: %s', (text) => {
    expect(check({ 'use-cases/send-mail.ts': text })).toEqual([]);
  });

  test('is composed and tested with its dependencies', () => {
    const text = "import { findMail } from '../storage/mail-store.ts';";
    expect(check({ 'use-cases/send-mail.test.ts': text, 'adapters/senders/smtp.ts': text })).toEqual([]);
  });
});

test.each(['utils', 'helpers', 'types', 'misc', 'parts', 'items', 'use-cases'])('no file is named %s', (name) => {
  expect(check({ [`use-cases/${name}.ts`]: '' })).toEqual([
    `use-cases/${name}.ts: the name does not say what the file does`,
  ]);
});
