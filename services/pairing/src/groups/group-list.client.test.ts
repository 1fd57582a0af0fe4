import type { DeviceGroupSummary } from '@parley/common/contracts/internal/manage-device-group';
import { expect, test } from 'vitest';
import { makeGroupList } from './group-list.client.ts';

const SETTINGS = {
  onlyAdminsSend: false,
  onlyAdminsEdit: false,
  membersAdd: false,
  approveJoins: false,
  disappearingS: 0,
};
const group = (groupId: string, subject = groupId): DeviceGroupSummary => ({
  ...{ groupId, subject, size: 1, role: null, settings: SETTINGS, createdAt: null },
});

/** A network that counts its questions, and a list with a clock. */
function open(found: DeviceGroupSummary[]) {
  const asked: string[] = [];
  const clock = { ms: 0 };
  const reader = {
    all: async () => {
      asked.push('all');
      return [...found];
    },
    one: async (id: string) => {
      asked.push(id);
      return found.find(({ groupId }) => groupId === id) ?? null;
    },
  };
  const list = makeGroupList(() => clock.ms);
  return { asked, clock, reader, list, found };
}

// docs/reference/groups.md#list
test('asks for all groups once in ten minutes, and in between for the changed ones', async () => {
  const { asked, clock, reader, list, found } = open([group('2'), group('1')]);
  expect(await list.read(reader)).toEqual([group('1'), group('2')]);
  found[0] = group('2', 'renamed');
  found.push(group('3'));
  expect(await list.read(reader)).toEqual([group('1'), group('2')]);
  for (const id of ['2', '3', '9']) list.changed(id);
  expect(await list.read(reader)).toEqual([group('1'), group('2', 'renamed'), group('3')]);
  found.splice(1, 1);
  list.changed('1');
  expect(await list.read(reader)).toEqual([group('2', 'renamed'), group('3')]);
  expect(asked).toEqual(['all', '2', '3', '9', '1']);
  clock.ms = 600_000;
  await Promise.all([list.read(reader), list.read(reader)]);
  expect(asked.filter((what) => what === 'all')).toHaveLength(2);
});

test('a refused question is not repeated within ten minutes: the list says how long', async () => {
  const { clock, reader, list } = open([]);
  const refusing = { ...reader, all: () => Promise.reject(new Error('rate-overlimit')) };
  await expect(list.read(refusing)).rejects.toThrow('rate-overlimit');
  clock.ms = 1000;
  expect(await list.read(reader)).toEqual({ retryAfterMs: 599_000 });
});
