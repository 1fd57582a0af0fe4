import { expect, test } from 'vitest';
import { makeLiveStreams } from './live-streams.ts';

const refused = expect.objectContaining({ code: 'rate_limited' });

test('allows 8 streams to a member, 1,000 to a tenant and 2,000 to a gateway', () => {
  const streams = makeLiveStreams();
  const enter = (tenantId: number, person: string) => streams.enter({ tenantId, person }, new AbortController().signal);
  const places = Array.from({ length: 8 }, () => enter(1, 'mem_a'));
  expect(() => enter(1, 'mem_a')).toThrow(refused);
  for (let at = 8; at < 1000; at++) places.push(enter(1, `mem_${at}`));
  expect(() => enter(1, 'mem_new')).toThrow(refused);
  for (let at = 0; at < 999; at++) places.push(enter(2, `mem_${at}`));
  places.push(enter(3, 'mem_b'));
  expect(() => enter(4, 'mem_c')).toThrow(refused);
  places[0]?.leave();
  places.push(enter(1, 'mem_new'));
  for (const place of places) place.leave();
});
