import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findSnakeMembers, type SnakeReasons, snakeMembersIn } from './find-snake-members.ts';

test.each([
  ['a member that is read', 'send(input.message_id);', ['message_id']],
  ['a member that is made', 'show({ message_id: id, to });', ['message_id']],
  ['a member of a variable of its name', 'show({ message_id });', ['message_id']],
  ['a member that is taken apart', 'const { message_id: id, sent_at } = sent;', ['message_id', 'sent_at']],
  ['a member of a type', 'interface Sent { message_id: string }', ['message_id']],
  ['a line of the log', "logger.warn('send.failed', { message_id: id }, 'A send failed.');", []],
  ['what an error answers', "throw new AppError('rate_limited', { retry_after: 3 });", []],
  ['texts, types and camelCase', "type Kind = 'message_id'; const messageId = find('message_id');", []],
])('%s', (_what, text, names) => {
  expect(snakeMembersIn(text)).toEqual(names);
});

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

const SEND = 'services/mail/src/use-cases/send.ts';
const EVENT = 'services/mail/src/domain/made/event.ts';

/** Runs the check on a repository with these files. */
function find(reasons: SnakeReasons): string[] {
  const root = mkdtempSync(join(tmpdir(), 'parley-members-'));
  roots.push(root);
  const files = {
    [SEND]: 'send(input.mail_id);',
    [EVENT]: 'fire({ mail_id });',
    'services/mail/src/storage/store.ts': 'row.mail_id;',
    'services/mail/src/domain/event.test.ts': 'expect(row.mail_id);',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return findSnakeMembers(root, reasons);
}

test('checks use cases, domain and adapters, and skips a file with a reason', () => {
  expect(find({ 'Data of events': [EVENT] })).toEqual([`${SEND}: mail_id; members are in camelCase`]);
});

test('reports a reason that no file needs any more', () => {
  const gone = 'services/mail/src/domain/gone.ts';
  expect(find({ 'Data of events': [EVENT, SEND, gone] })).toEqual([
    `${gone} needs no exception: it has no member in snake_case`,
  ]);
});
