import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { describeWorkspaces, readWorkspaces, replaceBetweenMarkers, type Workspace } from './describe-workspaces.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const workspace = (folder: string, ...dependsOn: string[]): Workspace => ({ folder, name: folder, dependsOn });
const linesOf = (...workspaces: Workspace[]): string[] =>
  describeWorkspaces(workspaces)
    .split('\n')
    .map((line) => line.trim());

describe('the picture of the workspaces', () => {
  test('leaves out an arrow that follows from two others', () => {
    const lines = linesOf(workspace('a', 'b', 'c'), workspace('b', 'c'), workspace('c'));
    expect(lines.filter((line) => line.includes('-->'))).toEqual(['a --> b', 'b --> c']);
  });

  test('shows workspaces of one folder with the same arrows as one box', () => {
    const lines = linesOf(
      workspace('apps/x', 'services/a', 'services/b', 'services/c'),
      workspace('packages/one'),
      workspace('packages/two'),
      workspace('services/a', 'packages/one'),
      workspace('services/b', 'packages/one'),
      workspace('services/c', 'packages/two'),
    );
    expect(lines).toContain('services_a["services/a<br/>services/b"]');
    expect(lines.filter((line) => line.includes('-->'))).toEqual([
      'apps_x --> services_a',
      'apps_x --> services_c',
      'services_a --> packages_one',
      'services_c --> packages_two',
    ]);
  });

  test('has every workspace of this repository once', () => {
    const workspaces = readWorkspaces(ROOT);
    const shown = [...describeWorkspaces(workspaces).matchAll(/\["(.*)"\]/g)].flatMap(([, label = '']) =>
      label.split('<br/>'),
    );
    expect(shown.toSorted()).toEqual(workspaces.map(({ folder }) => folder));
    expect(shown).toEqual(expect.arrayContaining(['apps/gateway', 'packages/common', 'prisma', 'services/send']));
  });
});

describe('a generated part of a page', () => {
  const page = (part: string): string => `before\n<!-- generated: x -->\n${part}\n<!-- end of x -->\nafter\n`;

  test('is replaced between its markers, and nothing else', () => {
    expect(replaceBetweenMarkers(page('old'), 'x', 'new $& one')).toBe(page('new $& one'));
    expect(replaceBetweenMarkers(page('same'), 'x', 'same')).toBe(page('same'));
    expect(replaceBetweenMarkers(page(''), 'x', 'first')).toBe(page('first'));
  });

  test('fails if its markers are missing', () => {
    expect(() => replaceBetweenMarkers('# Page\n', 'x', 'new')).toThrow('<!-- generated: x -->');
  });
});
