import type { Demo } from './prepare-demo.ts';

interface Welcome {
  origin: string;
  sandboxUrl: string | null;
  demo: Demo | null;
  adminToken: { value: string; madeNow: boolean } | null;
  tookMs: number;
}

/** The first screen: where everything is, and two curl lines that work (docs/reference/installation.md#commands). */
export function welcomeText({ origin, sandboxUrl, demo, adminToken, tookMs }: Welcome): string {
  const lines = [
    '',
    `Parley is ready (${(tookMs / 1000).toFixed(1)} s).`,
    `  API reference   ${origin}/docs`,
    `  operator API    ${origin}/api/admin`,
  ];
  if (adminToken?.madeNow)
    lines.push(`  admin token     ${adminToken.value}   (printed once; kept in the data directory)`);
  if (demo && sandboxUrl) {
    const base = `${origin}/${demo.slug}/api/messaging/`;
    lines.push(
      `  base URL        ${base}`,
      `  API key         ${demo.apiKey}`,
      '',
      'Send a message (an approved template: nobody has written yet):',
      '',
      `curl -s '${base}?action=send' -H 'Authorization: Bearer ${demo.apiKey}' -H 'Content-Type: application/json' -d '{"channel":"wa","to":"+16505551234","template":{"name":"hello_world","language":"en_US"}}'`,
      '',
      'Let a simulated customer write; the signed webhooks are shown below:',
      '',
      `curl -s '${sandboxUrl}/sandbox/customers/wa/16505551234/messages' -H 'Content-Type: application/json' -d '{"text":"Hello from a customer"}'`,
    );
  }
  return [...lines, '', 'Ctrl-C drains and stops.', ''].join('\n');
}
