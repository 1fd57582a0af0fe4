import { expect, test } from 'vitest';
import { changedParts } from './changed-parts.rules.ts';

type Part = 'about' | 'picture';

test('removed parts are empty, and a part is not given and removed at once', () => {
  expect(changedParts({ about: 'Open' })).toEqual({ about: 'Open' });
  expect(changedParts<Part>({ about: 'Open' }, ['picture'])).toEqual({ about: 'Open', picture: '' });
  expect(changedParts({}, ['about', 'picture'])).toEqual({ about: '', picture: '' });
  expect(() => changedParts<Part>({ picture: 'data' }, ['about', 'picture'])).toThrow('picture');
});
