import { expect, test } from 'vitest';
import { makeLiveStreams } from './live-streams.ts';

const refused = expect.objectContaining({ code: 'rate_limited' });

function open() {
  const streams = makeLiveStreams();
  return {
    wake: streams.wake,
    enter: (tenantId: number, person: string) => streams.enter({ tenantId, person }, new AbortController().signal),
  };
}

const fill = (enter: ReturnType<typeof open>['enter'], tenantId: number, count: number) =>
  Array.from({ length: count }, (_, at) => enter(tenantId, `mem_${tenantId}_${at}`));

test('allows 8 streams to a member, 1,000 to a workspace and 2,000 to a gateway', () => {
  const { enter } = open();
  const places = Array.from({ length: 8 }, () => enter(1, 'mem_a'));
  expect(() => enter(1, 'mem_a')).toThrow(refused);
  places.push(...fill(enter, 1, 992));
  expect(() => enter(1, 'mem_new')).toThrow(refused);
  places.push(...fill(enter, 2, 1000));
  expect(() => enter(2, 'mem_new')).toThrow(refused);
  places[0]?.leave();
  places.push(enter(1, 'mem_new'));
  for (const place of places) place.leave();
});

test('when a gateway is full, the newest stream of the workspace with the most gives way to one with fewer', async () => {
  const { enter, wake } = open();
  const places = [...fill(enter, 1, 1000), ...fill(enter, 2, 1000)];
  const third = fill(enter, 3, 666);
  // As many as the others: each further stream would replace one of a tenant that has no more.
  expect(() => enter(3, 'mem_new')).toThrow(refused);
  const turns = [places[999], places[1999], places[0], third[0]].map((place) => place?.turn());
  wake();
  expect(await Promise.all(turns)).toEqual([false, false, true, true]);
  for (const place of [...places, ...third]) place.leave();
});
