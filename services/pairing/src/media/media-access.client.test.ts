import { Agent } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { openMediaAccess } from './media-access.client.ts';

const agent = new Agent();
afterAll(() => agent.close());
const dispatchers = { egress: agent, provider: agent };
const real = openMediaAccess('wss://web.whatsapp.com/ws/chat', dispatchers);
const emulated = openMediaAccess('ws://127.0.0.1:4001/ws/chat', dispatchers);
const PATH = '/v/t61.24694-24/1_n.jpg?ccb=11-4&oh=01_Q5&oe=66';

// docs/reference/wd.md#profiles
test.each([
  { url: `https://pps.whatsapp.net${PATH}`, found: `https://pps.whatsapp.net${PATH}` },
  { url: `https://pps.whatsapp.net:443${PATH}`, found: `https://pps.whatsapp.net${PATH}` },
  { url: `http://pps.whatsapp.net${PATH}`, found: null },
  { url: `https://pps.whatsapp.net:8443${PATH}`, found: null },
  { url: `https://pps.whatsapp.net.example${PATH}`, found: null },
  { url: `https://pps.whatsapp.net@example.com${PATH}`, found: null },
  { url: `https://mmg.whatsapp.net${PATH}`, found: null },
  { url: 'https://pps.whatsapp.net//example.com/x', found: null },
  { url: 'file:///etc/passwd', found: null },
  { url: 'no address', found: null },
])('a picture at $url is fetched from $found', ({ url, found }) => {
  expect(real.pictureAddress(url)?.href ?? null).toBe(found);
});

test('pictures of an emulation are fetched where it serves files', () => {
  const found = (url: string) => emulated.pictureAddress(url)?.href ?? null;
  expect(found(`https://127.0.0.1:5001${PATH}`)).toBe(`http://127.0.0.1:4001${PATH}`);
  expect(found('no address')).toBeNull();
});
