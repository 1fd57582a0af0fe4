import { expect, it } from 'vitest';
import { makeCallbackAddress } from './callback-address.ts';

it('sends Meta’s webhooks nowhere until an origin is known', () => {
  const address = makeCallbackAddress(null);
  expect(address.metaUrl()).toBeNull();
  address.set('http://127.0.0.1:8080/');
  expect(address.metaUrl()).toBe('http://127.0.0.1:8080/hooks/meta');
});

it('reaches an application that calls itself localhost under its callback origin on another host', () => {
  const address = makeCallbackAddress('http://gateway:8080');
  expect(address.reach('http://localhost:8080/hooks/tg/1?a=b')).toBe('http://gateway:8080/hooks/tg/1?a=b');
  expect(address.reach('https://shop.example/hooks/tg/1')).toBe('https://shop.example/hooks/tg/1');
  address.set('http://127.0.0.1:9000');
  expect(address.reach('http://localhost:8080/hooks/tg/1')).toBe('http://localhost:8080/hooks/tg/1');
});
