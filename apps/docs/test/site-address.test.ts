import { expect, test } from 'vitest';
import { makeReferencePage, makeReferenceScript } from '../src/make-reference.ts';
import { addressOfRelease, SERVED_BY_GATEWAY } from '../src/site-address.ts';

const FILES = { library: 'assets/scalar.js', script: 'api/open-reference.js', samples: 'api/samples.json' };

test('the site of a release has its own documents, and its reference sends no request', () => {
  const address = addressOfRelease('/parley/', '0.2');
  expect(address).toEqual({ base: '/parley/0.2/', documents: '/parley/0.2/', version: '0.2' });
  expect(addressOfRelease('/', '0.10').base).toBe('/0.10/');
  const script = makeReferenceScript(FILES, address);
  for (const file of ['openapi.json', 'openapi-operator.json', 'api/samples.json'])
    expect(script).toContain(`'/parley/0.2/${file}'`);
  expect(script).toContain('hideTestRequestButton: true');
  expect(script).not.toContain('location.origin');
  expect(makeReferencePage(FILES, address)).toContain('src="/parley/0.2/api/open-reference.js"');
});

test('the site of a gateway shows the documents of that gateway', () => {
  const script = makeReferenceScript(FILES, SERVED_BY_GATEWAY);
  for (const file of ['/openapi.json', '/openapi-operator.json', '/docs/api/samples.json'])
    expect(script).toContain(`'${file}'`);
  expect(script).toContain('const origin = location.origin;');
});

test.each([
  ['parley', '0.2'],
  ['/parley', '0.2'],
  ['/parley/', '0.2.1'],
  ['/"/', '0.2'],
])('%s with %s is refused', (root, version) => {
  expect(() => addressOfRelease(root, version)).toThrow('such as');
});
