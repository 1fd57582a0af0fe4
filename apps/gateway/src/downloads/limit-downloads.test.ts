import { expect, test } from 'vitest';
import { makeDownloads } from './limit-downloads.ts';

const refused = expect.objectContaining({ code: 'rate_limited', extras: { retry_after: 5 } });
const PROXY = '10.0.0.1';

function open() {
  const downloads = makeDownloads({ nowMs: () => 0, isShared: (address) => address === PROXY });
  let last = 0;
  return {
    /** A download of a tenant, from a separate network unless one is given. */
    enter(tenantId: number, address = `2001:db8:0:${(last++).toString(16)}::1`) {
      const download = downloads.enter(address);
      try {
        download.countFor(tenantId);
      } catch (error) {
        download.leave();
        throw error;
      }
      return download;
    },
  };
}

const times = (count: number, work: () => unknown): void => {
  for (let at = 0; at < count; at++) work();
};

test('a network has at most 128 downloads at once, and a download that ends frees its place', () => {
  const { enter } = open();
  const first = enter(0, '192.0.2.1');
  let tenant = 1;
  times(127, () => enter(tenant++, '192.0.2.1'));
  expect(() => enter(tenant, '192.0.2.1')).toThrow(refused);
  enter(tenant, '192.0.2.2');
  first.leave();
  first.leave();
  enter(tenant, '192.0.2.1');
  expect(() => enter(tenant, '192.0.2.1')).toThrow(refused);
});

test('a workspace, and a proxy that names no caller, has no more downloads than are still free', () => {
  for (const take of [
    ({ enter }: ReturnType<typeof open>) => enter(1),
    ({ enter }: ReturnType<typeof open>, at: number) => enter(at + 10, PROXY),
  ]) {
    const downloads = open();
    for (let at = 0; at < 256; at++) take(downloads, at);
    expect(() => take(downloads, 256)).toThrow(refused);
    times(128, () => downloads.enter(2));
    expect(() => downloads.enter(2)).toThrow(refused);
    downloads.enter(3);
  }
});

test('a download that is refused for its workspace holds no place', () => {
  const downloads = makeDownloads({ nowMs: () => 0, isShared: () => false, maxPerProcess: 4 });
  times(2, () => downloads.enter('192.0.2.1').countFor(1));
  const third = downloads.enter('192.0.2.2');
  expect(() => third.countFor(1)).toThrow(refused);
  third.leave();
  downloads.enter('192.0.2.3').countFor(2);
});
