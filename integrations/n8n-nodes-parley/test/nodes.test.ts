import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { makeId } from '@parley/common/ids';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type System, startSystem } from '../../../test/support/system/system.ts';
import { makeTenant, singleHeaders, type TestTenant, uniqueDigits } from '../../../test/support/tenants/client.ts';
import { webhookOf } from '../../../test/support/webhooks/expectations.ts';
import { INSTALLED } from './install-package.ts';
import {
  activate,
  type Credential,
  executeNode,
  LOADED,
  loadClass,
  loadOptions,
  nodeNamed,
  OPERATIONS,
  pollItems,
  pollTrigger,
  postToTrigger,
  runHook,
  type Trigger,
} from './open-node.ts';

let system: System;
let tenant: TestTenant;
let credential: Credential;
const person = uniqueDigits('16');

beforeAll(async () => {
  system = await startSystem('one-machine', {});
  tenant = await makeTenant(system, { channels: ['wa', 'fb'] });
  credential = { baseUrl: tenant.base, apiKey: tenant.apiKey, webhookSecret: tenant.webhookSecret };
  await tenant.customerWrites(person, { text: 'Is it open?' });
  await webhookOf(tenant, 'message.received');
}, 120_000);
afterAll(async () => {
  await system?.stop();
  await rm(INSTALLED.home, { recursive: true, force: true });
}, 60_000);

const operate = async (operation: string, fields: Record<string, unknown> = {}, additionalFields: object = {}) => {
  const [resource, verb] = operation.split('.');
  const [items] = await executeNode(credential, {
    executionId: `${operation} ${JSON.stringify([fields, additionalFields])}`,
    items: [{ resource, operation: verb, ...fields, additionalFields }],
  });
  return items?.[0]?.json;
};
const FORGED = `v1,${Buffer.alloc(32).toString('base64')}`;
const TO = { channel: 'wa', to: person };

describe('the package', () => {
  test('has the classes that n8n loads, and the node is usable as a tool', () => {
    for (const path of [...LOADED.nodes, ...LOADED.credentials]) expect(loadClass(path)).toBeTruthy();
    expect(nodeNamed('Parley').description).toMatchObject({ usableAsTool: true, name: 'parley' });
  });

  test('has what n8n loads, its licence and its README, and nothing else', () => {
    expect(INSTALLED.files).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist/nodes/Parley/parley.svg', 'package.json']),
    );
    const known = /^(?:LICENSE|README\.md|package\.json|dist\/(?:nodes|credentials)\/.*\.(?:js|d\.ts|svg))$/;
    expect(INSTALLED.files.filter((path) => !known.test(path))).toEqual([]);
  });

  test('has a README that links to no file outside of the package', async () => {
    const readme = await readFile(join(INSTALLED.folder, 'README.md'), 'utf8');
    expect([...readme.matchAll(/\]\((?!https:|#)[^)]*\)/g)].map(([link]) => link)).toEqual([]);
  });

  test('has an operation for each action, with each of its fields', async () => {
    const named = new Map(Object.values(OPERATIONS).map((operation) => [operation.name, operation]));
    for (const { name, method, input } of CUSTOMER_ACTIONS) {
      expect(named.get(name)).toMatchObject({ name, method });
      expect(Object.keys(named.get(name)?.fields ?? {}).sort()).toEqual(Object.keys(input.shape).sort());
    }
    expect(named.size).toBe(CUSTOMER_ACTIONS.length);
  });

  test.each(Object.entries(OPERATIONS))('%s calls its action', async (operation, { name, method, required }) => {
    const [resource, verb] = operation.split('.');
    const asked: unknown[] = [];
    const given = Object.fromEntries(required.map((field) => [field, '"x"']));
    await executeNode(credential, {
      items: [{ resource, operation: verb, ...given }],
      request: async (one) => void asked.push(one),
    });
    const headers =
      method === 'POST' ? { headers: { 'Idempotency-Key': expect.stringMatching(/^[0-9a-f]{64}$/) } } : {};
    expect(asked).toEqual([expect.objectContaining({ method, url: `${tenant.base}${name}`, ...headers })]);
  });
});

describe('the panel of the node', () => {
  const propertiesOf = (resource: string, operation: string) =>
    nodeNamed('Parley').description.properties.filter(({ displayOptions }) => {
      const { show } = (displayOptions ?? {}) as { show?: Record<string, string[]> };
      return show?.resource?.includes(resource) && show.operation?.includes(operation);
    });

  test('shows the message, the file and the buttons of a send before the additional fields', () => {
    const shown = propertiesOf('message', 'send');
    const names = [
      'channel',
      'to',
      'message',
      'media_url',
      'binaryPropertyName',
      'buttons',
      'template',
      'additionalFields',
    ];
    expect(shown.map(({ name }) => name)).toEqual(names);
    expect(shown.find(({ name }) => name === 'buttons')).toMatchObject({ type: 'fixedCollection' });
    expect(shown.find(({ name }) => name === 'channel')).toMatchObject({ default: '' });
    const more = shown.find(({ name }) => name === 'additionalFields')?.options as { name: string; type: string }[];
    const forms = more.filter(({ type }) => type === 'fixedCollection').map(({ name }) => name);
    expect(forms).toEqual(['contacts', 'list', 'location', 'poll', 'post']);
    expect(more.filter(({ type }) => type === 'json')).toEqual([]);
  });

  test('has names of channels and actions as people write them', () => {
    const text = JSON.stringify(nodeNamed('Parley').description.properties);
    expect(text).toContain('"action":"Get the QR code of a linking session"');
    expect(text).toContain('"action":"Create a template of a WhatsApp Cloud API account"');
    expect(text).not.toMatch(/"(?:action|description)":"[^"]*\b(?:wa|wd|tg|fb|ig|tt|message_id|interactive\.ID)\b/i);
  });

  test('offers the connected channels, the accounts and the approved templates', async () => {
    const channels = await loadOptions(credential, 'getChannels');
    expect(channels).toEqual([{ name: 'WhatsApp (Cloud API)', value: 'wa' }]);
    expect(await loadOptions(credential, 'getAccounts')).toEqual([
      { name: expect.stringContaining(' – WhatsApp (Cloud API)'), value: tenant.phoneNumberId },
    ]);
    expect(await loadOptions(credential, 'getTemplates')).toContainEqual(
      expect.objectContaining({ name: 'order_update (en)', value: 'order_update:en' }),
    );
  });

  test('has no address that leads nowhere', () => {
    for (const path of LOADED.credentials) expect(loadClass(path)).not.toHaveProperty('documentationUrl');
  });
});

describe('the action node', () => {
  test('sends on the only connected channel, with buttons and a template of its forms', async () => {
    const form = { to: person, message: 'Sure?', buttons: { row: [{ id: 'yes', title: 'Yes', url: '' }] } };
    const sent = await operate('message.send', form);
    expect(sent).toMatchObject({ ok: true, channel: 'wa' });
    const template = { template: { name: 'order_update:en', variables: ['1', '2'] } };
    expect(await operate('message.send', { to: person, message: '', buttons: {}, template })).toMatchObject({
      ok: true,
      template: 'order_update',
    });
  });

  test('sends a list, a place and contacts from its forms, without empty fields', async () => {
    const asked: { body?: object }[] = [];
    const send = (additionalFields: object) =>
      executeNode(credential, {
        items: [{ resource: 'message', operation: 'send', ...TO, additionalFields }],
        request: async (one) => {
          asked.push(one);
          return { ok: true };
        },
      });
    const row = (...entries: object[]) => ({ row: entries });
    const rows = row({ id: 'tea', title: 'Tea', description: '' }, { id: 'mint', title: 'Mint', description: 'Fresh' });
    await send({
      message: 'What do you like?',
      list: { fields: { button: 'Show', sections: row({ title: '', rows }) } },
      location: {},
      contacts: row(),
      mentions: [],
    });
    expect(asked.at(-1)?.body).toEqual({
      ...{ ...TO, message: 'What do you like?' },
      list: {
        button: 'Show',
        sections: [
          {
            rows: [
              { id: 'tea', title: 'Tea' },
              { id: 'mint', title: 'Mint', description: 'Fresh' },
            ],
          },
        ],
      },
    });
    await send({ location: { fields: { latitude: 0, longitude: 47.97, name: 'Shop', address: '' } } });
    expect(asked.at(-1)?.body).toEqual({ ...TO, location: { latitude: 0, longitude: 47.97, name: 'Shop' } });
    const contact = { name: 'Noura', phones: ['+96550000001'] };
    for (const contacts of [row({ ...contact, emails: [], organization: '' }), [contact], JSON.stringify([contact])])
      expect((await send({ contacts })) && asked.at(-1)?.body).toEqual({ ...TO, contacts: [contact] });
    await send({ poll: { fields: { question: 'Tea?', options: ['Yes', 'No'], multiple: false } } });
    expect(asked.at(-1)?.body).toMatchObject({ poll: { question: 'Tea?', options: ['Yes', 'No'], multiple: false } });
  });

  test('sends contents of its forms to a running Parley', async () => {
    const place = { location: { fields: { latitude: 29.37, longitude: 47.97, name: 'Shop', address: '' } } };
    const contacts = { contacts: { row: [{ name: 'Noura', phones: ['+96550000001'], emails: [], organization: '' }] } };
    const section = { title: '', rows: { row: [{ id: 'tea', title: 'Tea', description: '' }] } };
    const list = { message: 'Choose', list: { fields: { button: 'Show', sections: { row: [section] } } } };
    for (const fields of [place, contacts, list])
      expect(await operate('message.send', TO, fields)).toMatchObject({ ok: true, channel: 'wa' });
  });

  test('uploads the file of an input field and sends it, once when the item runs again', async () => {
    const binary = { report: { data: Buffer.from('%PDF-1.4 report'), fileName: 'Report.pdf' } };
    const item = { resource: 'message', operation: 'send', ...TO, binaryPropertyName: 'report' };
    const before = (await tenant.get('status')).body.balance;
    const first = await executeNode(credential, { items: [item], binary, executionId: 'with a file' });
    expect(first).toMatchObject([[{ json: { ok: true, channel: 'wa' } }]]);
    expect(await executeNode(credential, { items: [item], binary, executionId: 'with a file' })).toEqual(first);
    expect((await tenant.get('status')).body.balance).toBe(before - 1);
    const missing = { ...item, binaryPropertyName: 'invoice' };
    await expect(executeNode(credential, { items: [missing], binary })).rejects.toThrow(/binary file/);
  });

  test('asks for the channel where accounts of several are connected, and takes that of the account', async () => {
    const channels = [
      { channel: 'wa', id: '1', name: 'Shop' },
      { channel: 'tg', id: '2', name: 'Bot' },
    ];
    const asked: { url: string; body?: object }[] = [];
    const send = (additionalFields: object) =>
      executeNode(credential, {
        items: [{ resource: 'message', operation: 'send', to: '1', message: 'x', additionalFields }],
        request: async (one) => {
          asked.push(one);
          return one.url.endsWith('/channels') ? { channels } : { ok: true };
        },
      });
    await expect(send({})).rejects.toThrow('Accounts of several channels are connected: choose the channel.');
    await send({ from: '2' });
    expect(asked.at(-1)?.body).toMatchObject({ channel: 'tg', from: '2' });
  });

  test('sends, reads and reacts', async () => {
    const sent = await operate('message.send', TO, { message: 'Until six.', preview: false });
    expect(sent).toMatchObject({ ok: true, channel: 'wa' });
    expect(await operate('message.get', { message_id: sent?.message_id })).toMatchObject({ text: 'Until six.' });
    const { body } = await webhookOf(tenant, 'message.received');
    const on = { channel: 'wa', message_id: body.data.message_id };
    expect(await operate('message.react', { ...on, emoji: '👍' })).toMatchObject({ emoji: '👍' });
    expect(await operate('message.react', { ...on, emoji: '' })).toMatchObject({ emoji: null });
    expect(await operate('channel.list')).toMatchObject({ channels: [{ channel: 'wa' }] });
    expect(await operate('event.list', {}, { limit: 1 })).toMatchObject({ count: 1 });
  });

  test('accepts JSON as text and as a value, and reports invalid JSON', async () => {
    const buttons = [{ id: 'yes', title: 'Yes' }];
    for (const value of [buttons, JSON.stringify(buttons)])
      expect(await operate('message.send', TO, { message: 'Sure?', buttons: value })).toMatchObject({ ok: true });
    await expect(operate('message.send', TO, { message: 'Sure?', buttons: '[' })).rejects.toThrow(/JSON/);
  });

  test('sends once when an item runs again; another item and another execution send again', async () => {
    const before = (await tenant.get('status')).body.balance;
    const item = { resource: 'message', operation: 'send', ...TO, additionalFields: { message: 'again' } };
    const first = await executeNode(credential, { items: [item], executionId: 'e1' });
    expect(await executeNode(credential, { items: [item], executionId: 'e1' })).toEqual(first);
    expect((await tenant.get('status')).body.balance).toBe(before - 1);
    await executeNode(credential, { items: [item, item], executionId: 'e2' });
    expect((await tenant.get('status')).body.balance).toBe(before - 3);
  });

  test('fails with the message of the API, or continues with the next item', async () => {
    const bad = { resource: 'message', operation: 'get', message_id: '99999999999' };
    const run = { items: [bad, { resource: 'account', operation: 'status' }] };
    const failed = executeNode(credential, run);
    await expect(failed).rejects.toMatchObject({ name: 'NodeApiError', httpCode: '404' });
    const [items] = await executeNode(credential, { ...run, continueOnFail: true });
    expect(items).toMatchObject([
      { json: { error: expect.any(String) } },
      { json: { ok: true }, pairedItem: { item: 1 } },
    ]);
  });
});

describe('the trigger', () => {
  const manual = () => ({ credential, registration: 'manual', kept: {} }) as const;
  const posted = async () => {
    const { raw, headers, body } = await webhookOf(tenant, 'message.received');
    return { posted: { rawBody: Buffer.from(raw), headers }, body };
  };

  const withSignatures = (
    post: Awaited<ReturnType<typeof posted>>['posted'],
    change: (own: string) => readonly string[],
  ) => {
    const signatures = change(String(post.headers['webhook-signature'])).join(' ');
    return { ...post, headers: { ...post.headers, 'webhook-signature': signatures } };
  };

  test('starts a workflow with the event that Parley signed', async () => {
    const { posted: post, body } = await posted();
    const { status, result } = await postToTrigger(manual(), post);
    expect([status, result.workflowData]).toEqual([null, [[{ json: body }]]]);
    const other = { ...manual(), events: ['message.sent'] };
    expect((await postToTrigger(other, post)).result.workflowData).toBeUndefined();
  });

  test('starts a workflow with the files of a message as binary data', async () => {
    const media = { base64: Buffer.from('%PDF-1.4 bill').toString('base64'), mime_type: 'application/pdf' };
    await tenant.customerWrites(person, { type: 'document', media });
    const { raw, headers, body } = await webhookOf(
      tenant,
      'message.received',
      ({ attachments }) => attachments?.length > 0,
    );
    const post = { rawBody: Buffer.from(raw), headers };
    expect((await postToTrigger(manual(), post)).result.workflowData).toEqual([[{ json: body }]]);
    const { result } = await postToTrigger({ ...manual(), downloadAttachments: true }, post);
    const file = { data: media.base64, mimeType: 'application/pdf' };
    expect(result.workflowData).toMatchObject([[{ json: body, binary: { attachment_0: file } }]]);
    const kept = { after: undefined };
    const shown = await pollItems(credential, kept, { mode: 'manual', downloadAttachments: true });
    expect(shown.find(({ json }) => json.id === body.id)?.binary).toMatchObject({ attachment_0: file });
  });

  test.each([
    ['a changed body', (post) => ({ ...post, rawBody: Buffer.concat([post.rawBody, Buffer.from(' ')]) })],
    ['no signature', (post) => ({ ...post, headers: { ...post.headers, 'webhook-signature': undefined } })],
    ['a malformed signature', (post) => ({ ...post, headers: { ...post.headers, 'webhook-signature': 'v1,' } })],
    ['a sixth signature', (post) => withSignatures(post, (own) => [...Array<string>(5).fill(FORGED), own])],
    ['a header of signatures that is too long', (post) => withSignatures(post, (own) => [own, 'x'.repeat(1000)])],
    ['another timestamp', (post) => ({ ...post, headers: { ...post.headers, 'webhook-timestamp': '1700000000' } })],
  ] as [string, (post: Awaited<ReturnType<typeof posted>>['posted']) => Parameters<typeof postToTrigger>[1]][])(
    'rejects %s with 401 and starts no workflow',
    async (_what, change) => {
      const { status, result } = await postToTrigger(manual(), change((await posted()).posted));
      expect([status, result]).toEqual([401, { noWebhookResponse: true }]);
    },
  );

  test('rejects with 401 without a secret, and with the secret of another key', async () => {
    const { posted: post } = await posted();
    for (const webhookSecret of ['', 'whsec_', `whsec_${Buffer.alloc(32, 7).toString('base64')}`])
      expect((await postToTrigger({ ...manual(), credential: { ...credential, webhookSecret } }, post)).status).toBe(
        401,
      );
  });
});

describe('the registration of the trigger', () => {
  const urlOf = (name: string) => system.sandbox.receiver(name).url;

  /** A trigger with a key of its own, which may change its webhook unless `key` says otherwise. */
  async function makeTrigger(key: object = {}): Promise<Trigger & { instanceId: string }> {
    const made = await tenant.admin('POST', '/keys', {
      ...{ label: 'n8n', channels: ['wa'], events: ['message.received'], set_webhook_enabled: true },
      ...key,
    });
    const { api_key: apiKey, instance_id: instanceId } = made.body;
    const url = urlOf(`n8n-${instanceId}`);
    return { credential: { baseUrl: tenant.base, apiKey }, registration: 'automatic', url, kept: {}, instanceId };
  }
  const keyOf = async ({ instanceId }: { instanceId: string }) =>
    (await tenant.admin('GET', `/keys/${instanceId}`)).body;
  /** Waits for the event of a new customer message, as the trigger's address got it. */
  async function receive({ instanceId }: { instanceId: string }, text: string) {
    await tenant.customerWrites(person, { text });
    const [got] = await pollUntil(
      async () => {
        const all = await system.sandbox.receiver(`n8n-${instanceId}`).received({ limit: 100 });
        const found = all.filter(({ body }) => JSON.parse(body).data.text === text);
        return found.length > 0 ? found : null;
      },
      { what: () => `the event of ${text}` },
    );
    return { rawBody: Buffer.from(got?.body ?? ''), headers: singleHeaders(got?.headers ?? {}) };
  }

  test('sets the webhook on activation, verifies its deliveries, and removes it on deactivation', async () => {
    const trigger = await makeTrigger();
    await activate(trigger);
    expect(await keyOf(trigger)).toMatchObject({ webhook_url: trigger.url, events: ['message.received'] });
    const post = await receive(trigger, 'for n8n');
    const { status, result } = await postToTrigger(trigger, post);
    expect([status, result.workflowData]).toMatchObject([null, [[{ json: { data: { text: 'for n8n' } } }]]]);
    expect((await postToTrigger({ ...trigger, kept: {} }, post)).status).toBe(401);
    expect(await runHook('delete', trigger)).toBe(true);
    expect(await keyOf(trigger)).toMatchObject({ webhook_url: null });
    expect(trigger.kept).toEqual({});
  });

  test('keeps its registration and secret on a restart, and makes a new one if it lost the secret', async () => {
    const trigger = await makeTrigger();
    await activate(trigger);
    const { webhookSecret } = trigger.kept;
    await activate(trigger);
    expect(trigger.kept).toEqual({ webhookSecret });
    trigger.kept = {};
    await activate(trigger);
    expect(trigger.kept.webhookSecret).not.toBe(webhookSecret);
    expect((await postToTrigger(trigger, await receive(trigger, 'after a loss'))).status).toBeNull();
  });

  test('adds the chosen events to those of the key', async () => {
    const trigger = { ...(await makeTrigger()), events: ['message.sent'] };
    await activate(trigger);
    expect(await keyOf(trigger)).toMatchObject({ events: ['message.received', 'message.sent'] });
  });

  test('neither replaces nor removes another program’s address', async () => {
    const other = urlOf('somebody-else');
    const trigger = await makeTrigger({ webhook_url: other });
    await expect(activate(trigger)).rejects.toMatchObject({ name: 'NodeApiError', httpCode: '409' });
    await tenant.admin('PATCH', `/keys/${trigger.instanceId}`, { webhook_url: null });
    await activate(trigger);
    await tenant.admin('PATCH', `/keys/${trigger.instanceId}`, { webhook_url: other });
    expect(await runHook('delete', trigger)).toBe(true);
    expect(await keyOf(trigger)).toMatchObject({ webhook_url: other });
  });

  test('fails with a key that may not change its webhook, and changes nothing if a person set the address', async () => {
    const trigger = await makeTrigger({ set_webhook_enabled: false });
    await expect(activate(trigger)).rejects.toMatchObject({ name: 'NodeApiError', httpCode: '403' });
    await activate({ ...trigger, registration: 'manual' });
    expect(await runHook('delete', { ...trigger, registration: 'manual' })).toBe(true);
    expect(await keyOf(trigger)).toMatchObject({ webhook_url: null });
  });
});

describe('the poll trigger', () => {
  test('starts with events after its first poll, and returns each event once', async () => {
    const kept = {};
    expect(await pollTrigger(credential, kept)).toEqual([]);
    await tenant.customerWrites(person, { text: 'polled' });
    await webhookOf(tenant, 'message.received', ({ text }) => text === 'polled');
    expect(await pollTrigger(credential, kept)).toMatchObject([
      { event: 'message.received', data: { text: 'polled' } },
    ]);
    expect(await pollTrigger(credential, kept)).toEqual([]);
  });

  test('warns about a position older than the ledger, and continues with the oldest event', async () => {
    const kept = { after: makeId('evt', Date.now() - 31 * 86_400_000) };
    const warnings: string[] = [];
    const found = await pollTrigger(credential, kept, { warn: (message) => warnings.push(message) });
    expect(found[0]).toMatchObject({ data: { text: 'Is it open?' } });
    expect(warnings).toEqual([expect.stringContaining('30 days')]);
    expect(await pollTrigger(credential, kept)).toEqual([]);
  });

  test('shows the newest events in the editor without moving its position', async () => {
    const kept = { after: 'evt_00000000000000000000' };
    expect((await pollTrigger(credential, kept, { mode: 'manual' })).at(-1)).toMatchObject({
      event: 'message.received',
    });
    expect(kept).toEqual({ after: 'evt_00000000000000000000' });
  });
});
