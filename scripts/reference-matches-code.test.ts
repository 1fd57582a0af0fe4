import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { snakeKey } from '@parley/common/casing/camel';
import { CHANNELS } from '@parley/common/channels';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import { SessionStatus } from '@parley/common/contracts/sessions/session-fields';
import { ERROR_CATALOGUE, type ErrorCode } from '@parley/common/errors/error-catalogue';
import { ATTACHMENT_TYPES, DISCONNECT_REASONS, ORIGINS } from '@parley/common/events';
import { EVENT_DATA } from '@parley/common/events/event-data';
import { EVENT_TYPES, PLATFORM_EVENT_TYPES } from '@parley/common/events/event-types';
import { PLATFORM_EVENT_DATA, STARTED_BY } from '@parley/common/events/platform-events';
import { LANGUAGES } from '@parley/common/languages/languages';
import { CAPABILITIES } from '@parley/common/messages/capabilities';
import { MESSAGE_LIMITS } from '@parley/common/messages/message-length';
import { Environment, parseEnvironment } from '@parley/runtime/environment';
import { describe, expect, test } from 'vitest';

const REFERENCE = fileURLToPath(new URL('../docs/reference/', import.meta.url));
const PAGES = readdirSync(REFERENCE).map((name) => name.replace(/\.md$/, ''));
const read = (page: string): string => readFileSync(`${REFERENCE}${page}.md`, 'utf8');

/** The text under a second-level heading, including its subheadings. */
const section = (page: string, heading: string): string =>
  read(page)
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`)) ?? '';
/** The strings in backticks. */
const codeIn = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => code ?? []);
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(' | '));

describe('requests', () => {
  test.each(CUSTOMER_ACTIONS.map(({ name, method }) => [method, name] as const))(
    '%s %s is in the table',
    (...action) => {
      const [method, name] = action;
      const rows = rowsOf(section('requests', 'Address'));
      expect(rows.filter(([of, actions = '']) => of === method && codeIn(actions).includes(name))).toHaveLength(1);
    },
  );
});

test('the lengths of messages match the code', () => {
  const rows = rowsOf(section('sends', 'Length'));
  for (const channel of CHANNELS) {
    const { text, caption, unit } = MESSAGE_LIMITS[channel];
    const row = rows.find(([channels = '']) => channels.split(', ').includes(channel));
    expect(row?.[1]).toBe(String(text));
    expect(row?.[2]).toMatch(caption === null ? /^none/ : new RegExp(`^${caption}$`));
    expect(row?.[3]).toBe(unit === 'bytes' ? 'bytes of UTF-8' : 'UTF-16 units');
  }
});

test('the languages match the code', () => {
  const words = { ltr: 'left to right', rtl: 'right to left' };
  const rows = LANGUAGES.map(({ code, name, direction }) => [`\`${code}\``, name, words[direction]]);
  expect(rowsOf(section('notifications', 'Languages')).slice(1)).toEqual(rows);
});

describe('events', () => {
  test.each(EVENT_TYPES)('%s has a section that names its members', (type) => {
    expect(codeIn(section('events', type))).toEqual(expect.arrayContaining(Object.keys(EVENT_DATA[type].shape)));
  });

  test('types of attachments, origins and reasons of a disconnection match the code', () => {
    expect(codeIn(section('events', 'Attachments'))).toEqual(expect.arrayContaining([...ATTACHMENT_TYPES]));
    expect(codeIn(section('events', 'message.sent'))).toEqual(expect.arrayContaining([...ORIGINS]));
    const reasons = rowsOf(section('events', 'channel.disconnected')).flatMap(([reason = '']) => codeIn(reason));
    expect(reasons.filter((name) => name !== 'reason')).toEqual([...DISCONNECT_REASONS]);
  });
});

describe('platform events', () => {
  test.each(PLATFORM_EVENT_TYPES)('%s has a row that names its members', (type) => {
    const row = rowsOf(section('platform-events', 'Events')).find(([name = '']) => codeIn(name).includes(type));
    const reported =
      type.endsWith('message') || type === 'message-sent' ? [] : Object.keys(PLATFORM_EVENT_DATA[type].shape);
    expect(codeIn(row?.join(' ') ?? '')).toEqual(expect.arrayContaining([type, ...reported]));
  });

  test('the list of who may begin a conversation matches the code', () => {
    const rows = rowsOf(section('platform-events', 'Events')).flatMap(([name = '']) => codeIn(name));
    expect(rows.filter((name) => (STARTED_BY as readonly string[]).includes(name)).toSorted()).toEqual(
      STARTED_BY.toSorted(),
    );
  });
});

test('the states of a session match the code', () => {
  const states = rowsOf(section('sessions', 'States')).flatMap(([state = '']) => codeIn(state));
  expect(states).toEqual(SessionStatus.options);
});

test('the retries of a webhook match the code', () => {
  const { PARLEY_WEBHOOK_RETRY_SCHEDULE: seconds } = parseEnvironment({});
  const wait = (s: number): string => (s < 60 ? `${s} s` : s < 3600 ? `${s / 60} min` : `${s / 3600} h`);
  const rows = rowsOf(section('webhook-delivery', 'Retries'));
  expect(rows.find(([what]) => what === 'waits')?.slice(1)).toEqual(seconds.map(wait));
});

test('the tables list exactly the operator endpoints', () => {
  const shorten = (path: string): string => path.replace(/^\/tenants\/\{slug\}(?=\/)|^…/, '').replace(/\?.*$/, '');
  const calls = codeIn(read('operator-api')).flatMap((code) => {
    const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\S+)$/.exec(code) ?? [];
    return method && path ? [`${method} ${shorten(path)}`] : [];
  });
  expect(calls.toSorted()).toEqual(
    OPERATOR_ENDPOINTS.map(({ method, path }) => `${method} ${shorten(path)}`).toSorted(),
  );
});

test.each(PAGES)('%s names error codes with their status, and variables that exist', (page) => {
  const text = read(page);
  for (const [, status, code = ''] of text.matchAll(/\b([45]\d\d) `([a-z_]+)`/g)) {
    const known = ERROR_CATALOGUE[code as ErrorCode]?.status ?? (/^(?:missing|invalid)_/.test(code) ? 400 : undefined); // safe: undefined where it is none
    expect([code, String(known)]).toEqual([code, status]);
  }
  const variables = codeIn(text).flatMap((code) => code.match(/\bPARLEY_[A-Z0-9_]+/g) ?? []);
  expect(Object.keys(Environment.shape)).toEqual(expect.arrayContaining(variables));
});

test('the table of capabilities is the code’s', () => {
  const [[, ...channels] = [], ...rows] = rowsOf(section('channels', 'Capabilities'));
  const shown = (value: number | boolean | string | readonly string[]): string => {
    if (typeof value === 'number') return value === 0 ? '–' : String(value);
    if (typeof value === 'boolean') return value ? 'yes' : '–';
    if (typeof value === 'string') return value;
    return value.length === 0 ? '–' : value.join(', ');
  };
  for (const channel of CHANNELS) {
    const column = channels.indexOf(channel);
    const documented = Object.fromEntries(rows.map(([name = '', ...cells]) => [codeIn(name)[0], cells[column]]));
    const can = Object.entries(CAPABILITIES[channel]).map(([name, value]) => [snakeKey(name), shown(value)]);
    expect(documented, channel).toEqual(Object.fromEntries(can));
  }
});
