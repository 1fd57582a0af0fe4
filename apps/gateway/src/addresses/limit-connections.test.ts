import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { makeConnectionCap } from './limit-connections.ts';

class Connection extends EventEmitter {
  isDestroyed = false;
  readonly remoteAddress: string;
  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
  destroy(): this {
    this.isDestroyed = true;
    this.emit('close');
    return this;
  }
}

test('limits the open connections of each address separately, and does not limit a shared address', () => {
  const admit = makeConnectionCap((address) => address === '10.0.0.1', 2);
  const open = (address: string): Connection => {
    const connection = new Connection(address);
    // safe: the limit uses only these members
    admit(connection as never);
    return connection;
  };
  const [first, second, third] = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(open);
  expect([first, second, third].map((each) => each?.isDestroyed)).toEqual([false, false, true]);
  expect(open('2001:db8:0:1::1').isDestroyed).toBe(false);
  for (let i = 0; i < 5; i++) expect(open('10.0.0.1').isDestroyed).toBe(false);
  first?.emit('close');
  expect(open('2001:db8::4').isDestroyed).toBe(false);
  expect(open('2001:db8::5').isDestroyed).toBe(true);
});
