import { connectLink } from '@parley/common/contracts/channels/connect-link';
import { disconnectChannel } from '@parley/common/contracts/channels/disconnect-channel';
import { comments } from '@parley/common/contracts/comments/comments';
import { send } from '@parley/common/contracts/messages/send';
import { listConversations } from '@parley/common/contracts/operator/conversations';
import { listDeliveries } from '@parley/common/contracts/operator/deliveries';
import { updateKey } from '@parley/common/contracts/operator/keys';
import { deleteSession } from '@parley/common/contracts/sessions/delete-session';
import type { Contract } from '@parley/common/define-contract';
import { AppError, type FieldProblem } from '@parley/common/errors';
import { describe, expect, test } from 'vitest';
import { makeInputShape } from '../input/input-shape.ts';
import { pruneBody, pruneQuery } from '../input/prune-input.ts';
import { refuseFields } from './parse-fields.ts';

type Given = Record<string, unknown>;

function problemsOf(contract: Contract, given: Given, prune: typeof pruneBody = pruneBody): FieldProblem[] {
  const shape = makeInputShape(contract);
  const input = prune(shape, given);
  const parsed = contract.input.safeParse(input);
  if (parsed.success) return [];
  try {
    return refuseFields(shape, input, parsed.error);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { details = [] } = error.extras;
    expect([error.code, error.message, error.status]).toEqual([details[0]?.code, details[0]?.message, 400]);
    return details;
  }
}

const codesOf = (...args: Parameters<typeof problemsOf>): string[] => problemsOf(...args).map(({ code }) => code);

const TEXT = { channel: 'wa', to: '+1', message: 'x' };

describe('field codes', () => {
  test('every problem is listed once, in the order of the contract’s fields', () => {
    expect(codesOf(send, {})).toEqual(['missing_channel', 'missing_to', 'missing_message']);
    expect(codesOf(send, { from: 7, media_type: [], media_url: {}, message: 7, to: true, channel: 'zz' })).toEqual([
      'invalid_channel',
      'invalid_to',
      'invalid_message',
      'invalid_media_url',
      'invalid_media_type',
      'invalid_from',
    ]);
  });

  test.each(['', '  ', '\t\n', null])('%j counts as missing', (blank) => {
    expect(codesOf(send, { channel: blank, to: blank, message: blank })).toEqual([
      'missing_channel',
      'missing_to',
      'missing_message',
    ]);
    expect(codesOf(send, { ...TEXT, media_url: blank, template: blank, from: blank })).toEqual([]);
    expect(codesOf(send, { ...TEXT, template: { name: blank, language: blank } })).toEqual(['missing_template_name']);
  });

  test('a nested field has the code of its path, and an element the code of its list', () => {
    expect(codesOf(send, { ...TEXT, template: {} })).toEqual(['missing_template_name']);
    expect(codesOf(send, { ...TEXT, template: 'x' })).toEqual(['invalid_template']);
    expect(codesOf(send, { ...TEXT, template: { name: 'a', variables: ['x', 7] } })).toEqual([
      'invalid_template_variables',
    ]);
    expect(codesOf(send, { ...TEXT, template: { name: 'a', components: [{ x: [undefined] }, 7] } })).toEqual([
      'invalid_template_components',
    ]);
  });

  test('a template replaces the message', () => {
    expect(codesOf(send, { channel: 'wa', to: '+1', template: { name: 'a' } })).toEqual([]);
  });

  test('reports two alternative fields that are both missing under the first', () => {
    expect(codesOf(deleteSession, {})).toEqual(['missing_session_token']);
  });

  test('treats names of built-in object members as unknown fields', () => {
    const body = JSON.parse('{"__proto__":{"channel":"wa"},"constructor":{"name":"x"},"toString":"wa"}');
    expect(codesOf(send, body)).toEqual(['missing_channel', 'missing_to', 'missing_message']);
    const nested = JSON.parse('{"channel":"wa","to":"1","template":{"__proto__":{"name":"x"}}}');
    expect(codesOf(send, nested)).toEqual(['missing_template_name']);
    expect(({} as Given).name).toBeUndefined();
  });

  test.each(['a\u0007b', 'a\u0000', '\u009fx', 'x\ud800'])('%j is not a name', (to) => {
    expect(codesOf(send, { ...TEXT, to })).toEqual(['invalid_to']);
  });

  test('keeps null where it has a meaning', () => {
    const shape = makeInputShape(updateKey);
    const pruned = pruneBody(shape, { slug: 'a', webhook_url: null, label: null, enabled: false });
    expect(pruned).toEqual({ slug: 'a', webhook_url: null, enabled: false });
  });
});

describe('query strings', () => {
  const limitOf = (limit: unknown) => codesOf(comments, { platform: 'fb', limit }, pruneQuery);

  test.each(['1', '100', undefined, '', ' '])('limit=%j is accepted', (limit) => expect(limitOf(limit)).toEqual([]));

  test.each(['0', '101', '1.5', '1e1', '0x10', '+5', ' 5', 'ten', '9'.repeat(17), '9'.repeat(400), ['1', '2']])(
    'limit=%j is invalid',
    (limit) => expect(limitOf(limit)).toEqual(['invalid_limit']),
  );

  test.each([
    ['true', []],
    ['false', []],
    [' ', []],
    ['1', ['invalid_unread']],
    ['yes', ['invalid_unread']],
    [['true', 'true'], ['invalid_unread']],
  ])('unread=%j: %j', (unread, codes) => {
    expect(codesOf(listConversations, { slug: 'a', unread }, pruneQuery)).toEqual(codes);
  });

  test('a repeated parameter is invalid if it is a field, and ignored if it is not', () => {
    const query = { channel: ['fb', 'ig'], redirect_url: 'https://example.com', x: ['1', '2'] };
    expect(codesOf(connectLink, query, pruneQuery)).toEqual(['invalid_channel']);
  });
});

describe('messages', () => {
  const messageOf = (contract: Contract, given: Given, prune: typeof pruneBody = pruneBody) =>
    problemsOf(contract, given, prune)[0]?.message;

  test('name the field and the way to fix it', () => {
    expect(messageOf(send, {})).toBe('channel is required: one of wd, wa, tg, fb, ig, tt.');
    expect(messageOf(send, { ...TEXT, channel: 'zz' })).toBe('channel must be one of wd, wa, tg, fb, ig, tt.');
    expect(messageOf(send, { channel: 'wa', to: '+1' })).toBe('message is required.');
    expect(messageOf(send, { ...TEXT, to: 7 })).toBe('to must be a string.');
    expect(messageOf(send, { ...TEXT, to: 'x'.repeat(201) })).toBe('to must have at most 200 characters.');
    expect(messageOf(send, { ...TEXT, to: 'a\u0007' })).toBe('to must not contain control characters.');
    expect(messageOf(send, { ...TEXT, template: { name: 'x', variables: [7] } })).toBe(
      'template.variables[0] must be a string.',
    );
    expect(messageOf(send, { ...TEXT, template: { name: 'x', components: [{}, 7] } })).toMatch(
      /^template\.components\[1\] must be /,
    );
    expect(messageOf(comments, { platform: 'fb', limit: '101' }, pruneQuery)).toBe('limit must be at most 100.');
    expect(messageOf(comments, { platform: 'fb', limit: ['1', '1'] }, pruneQuery)).toBe(
      'limit must be a number, given once.',
    );
    expect(messageOf(listDeliveries, { slug: 'a', since: 'yesterday' })).toBe(
      'since must be a time in ISO 8601, UTC, such as 2026-01-31T12:00:00Z.',
    );
  });

  const buttons = (...given: unknown[]) => problemsOf(send, { ...TEXT, buttons: given });

  test.each([
    [{ id: 'a', titel: 'A' }, 'buttons[1].title', 'buttons[1].title is required.'],
    [{ id: 'a', title: null }, 'buttons[1].title', 'buttons[1].title is required.'],
    [{ id: 1, title: 'A' }, 'buttons[1].id', 'buttons[1].id must be a string.'],
    [{ id: 'a', title: 'x'.repeat(21) }, 'buttons[1].title', 'buttons[1].title must have at most 20 characters.'],
    [7, 'buttons[1]', 'buttons[1] must be an object.'],
    [null, 'buttons[1]', 'buttons[1] must be an object.'],
  ])('name the member of an element: %j', (button, field, message) => {
    expect(buttons({ id: 'z', title: 'Z' }, button)).toEqual([{ field, code: 'invalid_buttons', message }]);
  });

  test('name a member of an element in an element', () => {
    const list = { button: 'b', sections: [{ rows: [{ id: 'a', title: 'A' }, { id: 'b' }] }] };
    expect(problemsOf(send, { ...TEXT, list })).toEqual([
      {
        field: 'list.sections[0].rows[1].title',
        code: 'invalid_list_sections',
        message: 'list.sections[0].rows[1].title is required.',
      },
    ]);
  });

  test('report at most ten elements of a list, and every other field', () => {
    const variables = Array.from({ length: 100 }, () => 7);
    const problems = problemsOf(send, { to: '+1', template: { name: 'a', variables } });
    expect(problems.map(({ field }) => field)).toEqual([
      'channel',
      ...Array.from({ length: 10 }, (_, at) => `template.variables[${at}]`),
    ]);
  });

  test.each(['x\nSet-Cookie: a', 'x'.repeat(100_000), 'ключ', '__proto__', 'a.b[0]'])(
    'never repeat a name of the caller that is not plain: %j',
    (name) => {
      const components = [JSON.parse(`{${JSON.stringify(name)}:"\\ud800"}`)];
      for (const { field, message } of problemsOf(send, { ...TEXT, template: { name: 'a', components } })) {
        expect(field).toMatch(/^[\w.[\]]{1,100}$/);
        expect(message).not.toContain('Set-Cookie');
        expect(message.length).toBeLessThan(300);
      }
    },
  );

  test('name the right way to remove wd and wa', () => {
    expect(messageOf(disconnectChannel, { channel: 'wd', id: '1' })).toMatch(/delete-session/);
    expect(messageOf(disconnectChannel, { channel: 'wa', id: '1' })).toMatch(/operator/);
    expect(codesOf(disconnectChannel, { channel: 'wd', id: '1' })).toEqual(['invalid_channel']);
  });
});
