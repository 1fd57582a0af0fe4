import { openDnsServer } from '@parley/testing/servers/dns-server';
import { expect, onTestFinished, test } from 'vitest';
import { openPairing } from '../../test/open-pairing.ts';

test('resolves the devices’ network by the configured name servers, like every provider', async () => {
  const dns = await openDnsServer();
  dns.answer('network.example', { addresses: ['127.0.0.1'] });
  const open = await openPairing({ dnsServers: dns.address, networkHost: 'network.example' });
  onTestFinished(async () => {
    await open[Symbol.asyncDispose]();
    await dns[Symbol.asyncDispose]();
  });
  await open.startWorker('w1');
  await open.link(await open.makeTenant(), '15550777');
  expect(dns.asked('network.example')).toBeGreaterThan(0);
});
