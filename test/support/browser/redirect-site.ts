import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '@parley/sandbox/certificate/make-certificate';

/** The customer system's redirect page, on HTTPS as the contract requires. */
export interface RedirectSite {
  url: string;
  close(): Promise<void>;
}

const PAGE = `<!doctype html>
<html lang="en">
<title>My shop</title>
<h1>Back in the shop</h1>
<p id="reported"></p>
<script>document.getElementById('reported').textContent = new URLSearchParams(location.search).get('service_status');</script>
</html>
`;

/** Serves the page on loopback, with a self-signed certificate. */
export async function startRedirectSite(): Promise<RedirectSite> {
  const { key, cert } = makeCertificate(['127.0.0.1'], Date.now());
  const server = createServer({ key, cert }, (request, response) => {
    const isPage = request.url?.startsWith('/done');
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(isPage ? PAGE : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe: it listens on a port
  return {
    url: `https://127.0.0.1:${port}/done?cart=1#top`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
