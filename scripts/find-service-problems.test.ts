import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { findServiceProblems, type Reasons } from './find-service-problems.ts';

const MODULE = 'export const made = { providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)] };';
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
  'service.ts': "export const SERVICE = Symbol('mail.service');",
  'metrics.ts': '',
  'workers.ts': WORKERS,
  'letters/send-letter.ts': 'export const sendLetter = verb(send, () => setTimeout(() => controller.abort(), 1000));',
  'letters/send-letter.test.ts': 'setInterval(look, 1);',
  'letters/kill.fault.test.ts': '',
  'letters/letter.rules.ts': 'export const isLong = (letter) => letter.length > 5;',
  'letters/letter.store.ts': 'while (more) await next();',
  'letters/smtp.client.ts': '',
  'letters/stamp.steps.ts': 'export const stamp = 1; export const seal = 2;',
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
  expect(check({ 'metrics.ts': null, 'workers.ts': null, 'letters/smtp.client.ts': null })).toEqual([]);
  const records = "export const SERVICE = Symbol('mail.records');";
  expect(check({ 'records.ts': records, 'records.module.ts': MODULE })).toEqual([]);
});

test('a member of the service is not set after it is built: until then it would do nothing, silently', () => {
  const sets = `${WORKERS} const duty = { onWake(wake) { service.wakeSweep = wake; } };`;
  expect(check({ 'workers.ts': sets })).toEqual(['workers.ts sets service.wakeSweep after the service is built']);
  const connects = `${WORKERS} const duty = { onWake: (wake) => service.wakeSweep.connect(wake) };`;
  expect(check({ 'workers.ts': connects })).toEqual([]);
});

describe('the layout', () => {
  test.each(['main.ts', 'mail.module.ts', 'service.ts'])('%s is required', (name) => {
    expect(check({ [name]: null })).toEqual([`${name} is missing`]);
  });

  test.each(['letter.rules.ts', 'service.test.ts', 'notes.md', 'smtp.module.ts', 'mail.controller.ts'])(
    '%s has no place at the top',
    (name) => {
      expect(check({ [name]: '' })).toEqual([`${name} belongs into the folder of its subject`]);
    },
  );

  test.each(['letters/letter.helper.ts', 'letters/Letter.ts', 'letters/notes.md'])('%s says no layer', (name) => {
    expect(check({ [name]: '' })).toContainEqual(expect.stringContaining(`${name} is neither a door nor`));
  });

  test('a door exports its verb alone', () => {
    const two = 'export const sendLetter = 1; export const sendCard = 2;';
    expect(check({ 'letters/send-letter.ts': two })).toEqual([
      expect.stringContaining('letters/send-letter.ts exports sendLetter, sendCard'),
    ]);
  });

  test.each(['await later();', 'new Promise(() => {});', 'setTimeout(() => {}, 1);'])(
    'rules do not wait: %s',
    (text) => {
      expect(check({ 'letters/letter.rules.ts': text })).toContain(
        'letters/letter.rules.ts waits or starts a timer: rules are pure',
      );
    },
  );

  test('a folder of more than 40 files is refused, tests aside', () => {
    const rules = (count: number, suffix: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`letters/r${at}.${suffix}`, '']));
    expect(check({ ...rules(35, 'rules.ts'), ...rules(35, 'rules.test.ts') })).toEqual([]);
    expect(check({ ...rules(36, 'rules.ts') })).toEqual(['letters/ has more than 40 files']);
  });
});

describe('the token', () => {
  test.each([
    ["export const SERVICES = Symbol('mail');", 2],
    ["export const SERVICE = Symbol('mail'); export const STORE = Symbol('store');", 1],
    ['export const SERVICE = 1;', 1],
  ])('of service.ts is only SERVICE: %s', (text, problems) => {
    expect(check({ 'service.ts': text })).toHaveLength(problems);
  });

  test('is created nowhere else', () => {
    expect(check({ 'letters/letter.store.ts': "export const SERVICE = Symbol('x');" })).toEqual([
      'letters/letter.store.ts makes a Symbol; the one token of a service is SERVICE in service.ts or records.ts',
    ]);
  });

  test.each(['STORE', "'store'", 'MailStore'])('is what a module provides, not %s', (token) => {
    expect(check({ 'mail.module.ts': MODULE.replace('provide: SERVICE', `provide: ${token}`) })).toEqual([
      'mail.module.ts provides a token that is neither SERVICE nor a class',
    ]);
  });
});

describe('periodic work', () => {
  test('is a duty of the BackgroundWorker', () => {
    expect(check({ 'workers.ts': 'export const makeWorkers = () => [];' })).toEqual([
      'workers.ts runs no BackgroundWorker',
    ]);
  });

  test.each([
    ['export const sendLetter = () => setInterval(look, 1000);', 'setInterval'],
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
    expect(check({ 'letters/smtp.client.ts': text })).toEqual([
      `letters/smtp.client.ts: ${loop}; background work is a duty of the BackgroundWorker in workers.ts`,
    ]);
  });

  test.each([
    'function late() { setTimeout(() => abort(), 1000); }',
    "import { setTimeout as pause } from 'node:timers/promises'; for (const ms of [1, 2]) { look(); await pause(ms); }",
  ])('does not include work that ends by itself: %s', (text) => {
    expect(check({ 'letters/smtp.client.ts': text })).toEqual([]);
  });

  test('may have an exception with a reason, and an unneeded exception is refused', () => {
    const loops = { 'services/mail/src/letters/smtp.client.ts': 'why' };
    expect(check({ 'letters/smtp.client.ts': 'setInterval(look, 1000);' }, loops)).toEqual([]);
    expect(check({}, loops)).toEqual(['letters/smtp.client.ts needs no exception: nothing in it repeats']);
    expect(check({}, { 'services/mail/src/gone.ts': 'why' })).toEqual(['gone.ts has an exception, but does not exist']);
  });
});

describe('a door', () => {
  test.each([
    'export async function sendLetter() {}',
    'export const sendLetter = async () => {};',
    'export class SendLetter {}',
    'export function makeSendLetter() { return { start() {} }; }',
    "export interface Mail { id: string } export type { Sent } from './sent.rules.ts'; export function sendLetter() {}",
    "import { findMail } from '../letters/letter.store.ts'; export const sendLetter = () => findMail();",
  ])('is one function, named as its file, that imports what it calls: %s', (text) => {
    expect(check({ 'letters/send-letter.ts': text })).toEqual([]);
  });

  test.each([
    ['export function sendLetter() {} export function openMail() {}', 'sendLetter, openMail'],
    ['export function send() {}', 'send'],
    ["export { sendLetter } from './letter.rules.ts';", '…'],
    ['export default function sendLetter() {}', '…'],
    ['export const sendLetter = () => {}, LIMIT = 1;', 'sendLetter, LIMIT'],
    ['function sendLetter() {}', 'no value'],
  ])('exports nothing else: %s', (text, exported) => {
    expect(check({ 'letters/send-letter.ts': text })).toEqual([
      `letters/send-letter.ts exports ${exported}; a verb is one function, named sendLetter`,
    ]);
  });
});

test('a service has its parts, and no decisions', () => {
  const lines = (count: number) => [
    "export const SERVICE = Symbol('mail');",
    ...Array(count - 1).fill('// a part'),
    '',
  ];
  expect(check({ 'service.ts': lines(80).join('\n') })).toEqual([]);
  expect(check({ 'service.ts': lines(81).join('\n') })).toEqual(['service.ts has more than 80 lines']);
});

test.each(['utils', 'helpers', 'types', 'misc', 'parts', 'items', 'use-cases'])('no file is named %s', (name) => {
  expect(check({ [`use-cases/${name}.ts`]: 'export const sendLetter = 1;' })).toContain(
    `use-cases/${name}.ts: the name does not say what the file does`,
  );
});
