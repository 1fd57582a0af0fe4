import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// docs/reference/console.md#problems
const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));
const CHANGE = /const (\w+|\{[^}]*\}) = (?:useChange|useReplay|useMutation)\b/g;

/** Changes without a button, and those of commands, whose errors the account menu shows. */
const ELSEWHERE = [
  'shell/commands/use-own-commands.ts signOut',
  'shell/session/use-workspaces.ts change',
  'screens/inbox/conversation/conversation-pane.tsx { mutate }',
];

const changes = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('api/'))
  .flatMap((path) => {
    const text = readFileSync(join(SOURCE, path), 'utf8');
    return [...text.matchAll(CHANGE)].map(([, of = '']) => ({ name: `${path} ${of}`, of, text }));
  });

/**
 * Whether a file shows the error of its change: it gives the change to a form or a dialog, which do, or reads the error
 * itself.
 */
const readsError = ({ of, text }: { of: string; text: string }): boolean =>
  of.startsWith('{')
    ? /\berror\b/.test(of)
    : new RegExp(`\\b${of}\\.error\\b|\\bchange=\\{[^}]*\\b${of}\\b|\\buseAskedCode\\(${of}\\)`).test(text);

test('every file that makes a change shows the change’s error, next to its button', () => {
  expect(changes.length).toBeGreaterThan(50);
  const silent = changes.filter((change) => !readsError(change)).map(({ name }) => name);
  expect(silent.toSorted()).toEqual(ELSEWHERE.toSorted());
});
