import { DEMO_CUSTOMER, DEMO_TELEGRAM_CUSTOMER, type Demo } from './demo.ts';

interface Welcome {
  /** The address to which dialogs and mails send browsers. */
  publicUrl: string;
  sandboxUrl: string | null;
  demo: Demo | null;
  /** Signs the owner of the demo in to the console, once. */
  signInPath: string | null;
  adminToken: { value: string; madeNow: boolean } | null;
  tookMs: number;
  /** The container that Parley runs in: its name for `docker exec`; null outside one. */
  container: string | null;
}

const JSON_TYPE = `-H 'Content-Type: application/json'`;

/** Commands to copy, each under a sentence that says what it does. */
function demoLines(base: string, sandboxUrl: string, { apiKey }: Demo): string[] {
  const send = `curl -s '${base}?action=send' -H 'Authorization: Bearer ${apiKey}' ${JSON_TYPE}`;
  return [
    `  base URL        ${base}`,
    `  API key         ${apiKey}`,
    '',
    'All six channels are connected. Send a message (an approved template: nobody has written yet):',
    '',
    `${send} -d '{"channel":"wa","to":"+${DEMO_CUSTOMER}","template":{"name":"hello_world","language":"en_US"}}'`,
    '',
    'Let a simulated customer write; the signed webhooks are shown below:',
    '',
    `curl -s '${sandboxUrl}/sandbox/customers/wa/${DEMO_CUSTOMER}/messages' ${JSON_TYPE} -d '{"text":"Hello from a customer"}'`,
    '',
    `Or play the customers yourself, on the test phone of the sandbox: ${sandboxUrl}/sandbox/phone`,
    '',
    `A minute later a mail says that the customer is waiting: ${sandboxUrl}/sandbox/mail`,
    '',
    'Ask the bot that answers on Telegram, on a scripted model of the sandbox; its `bot-message` is shown below too:',
    '',
    `curl -s '${sandboxUrl}/sandbox/customers/tg/${DEMO_TELEGRAM_CUSTOMER}/messages' ${JSON_TYPE} -d '{"text":"When are you open?"}'`,
    '',
    'Let somebody comment on the Facebook page:',
    '',
    `curl -s '${sandboxUrl}/sandbox/customers/fb/24004500000001/comments' ${JSON_TYPE} -d '{"text":"How much is it?"}'`,
    '',
    'Send from a linked device (a phone paired as with WhatsApp Web):',
    '',
    `${send} -d '{"channel":"wd","to":"+${DEMO_CUSTOMER}","message":"Hello from the phone"}'`,
  ];
}

/** The next steps of an installation for real platforms, in the folder of the checkout or on the machine with Docker. */
function nextLines(publicUrl: string, container: string | null): string[] {
  const parley = container === null ? 'npm run -s parley --' : `docker exec ${container} parley`;
  const node = container === null ? 'node' : `docker exec -i ${container} node`;
  const readKey = `${node} -p 'JSON.parse(require("fs").readFileSync(0)).api_key'`;
  const where = container === null ? 'in this folder, with the variables of this one' : 'on this machine';
  return [
    '',
    `Next, in a second terminal ${where}: create a tenant,`,
    '',
    `${parley} tenants create --slug shop --name 'My shop' --balance 1000`,
    '',
    'make a key of it, which is shown once,',
    '',
    `API_KEY=$(${parley} keys create shop --label backend --channels wa,wd,tg,fb,ig,tt --json | ${readKey}); echo "$API_KEY"`,
    '',
    'connect an account on the console (sign in as the operator, with the admin token), and send to your own number:',
    '',
    `curl -s '${publicUrl}/shop/api/messaging/?action=send' -H "Authorization: Bearer $API_KEY" ${JSON_TYPE} -d '{"channel":"wa","to":"+16505551234","template":{"name":"hello_world","language":"en_US"}}'`,
  ];
}

/** The first screen: all addresses, and commands that work when copied (docs/reference/installation.md#commands). */
export function welcomeText(welcome: Welcome): string {
  const { publicUrl, sandboxUrl, demo, signInPath, adminToken, tookMs, container } = welcome;
  const lines = [
    '',
    `Parley is ready (${(tookMs / 1000).toFixed(1)} s).`,
    signInPath === null
      ? `  console         ${publicUrl}/console`
      : `  console         ${publicUrl}${signInPath}   (signs you in once; for a day)`,
    `  API reference   ${publicUrl}/docs`,
    `  operator API    ${publicUrl}/api/admin`,
  ];
  if (adminToken?.madeNow)
    lines.push(`  admin token     ${adminToken.value}   (printed once; kept in the data directory)`);
  if (demo && sandboxUrl) lines.push(...demoLines(`${publicUrl}/${demo.slug}/api/messaging/`, sandboxUrl, demo));
  if (!sandboxUrl) lines.push(...nextLines(publicUrl, container));
  const stop = container === null ? '' : ` In the background, docker stop -t 45 ${container} does the same.`;
  return [...lines, '', `Ctrl-C drains and stops.${stop}`, ''].join('\n');
}
