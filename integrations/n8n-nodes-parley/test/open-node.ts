import { createRequire } from 'node:module';
import { join } from 'node:path';
import { INSTALLED } from './install-package.ts';

// The tests run the installed package: a file that the archive lacks fails here as it would in n8n.
const require = createRequire(join(INSTALLED.folder, 'package.json'));
const PACKAGE = require('./package.json');

type Values = Record<string, unknown>;
interface Item {
  json: Values;
  binary?: Record<string, { data: string; fileName?: string; mimeType?: string }>;
}

/** A node or credential as n8n loads it: the class with the name of its file. */
export interface Loaded {
  description: Values & { properties: Values[] };
  authenticate: { properties: { headers: { Authorization: string } } };
  execute: (this: object) => Promise<Item[][]>;
  webhook: (this: object) => Promise<Values>;
  poll: (this: object) => Promise<Item[][] | null>;
  methods: { loadOptions: Record<string, (this: object) => Promise<Values[]>> };
  webhookMethods: { default: Record<'checkExists' | 'create' | 'delete', (this: object) => Promise<boolean>> };
}

/** The paths of the nodes and credentials in package.json. */
export const LOADED: { nodes: string[]; credentials: string[] } = PACKAGE.n8n;

export function loadClass(path: string): Loaded {
  const name = /([^/]+?)\.(?:node|credentials)\.js$/.exec(path)?.[1] ?? '';
  return new (require(`./${path}`)[name])();
}

export const nodeNamed = (name: string): Loaded => loadClass(`dist/nodes/Parley/${name}.node.js`);

const { ACTIONS } = require('./dist/nodes/Parley/actions/all-actions.js');
/** How the operations call their actions, by `resource.operation`. */
export const OPERATIONS: Record<string, { name: string; method: 'GET' | 'POST'; required: string[]; fields: Values }> =
  ACTIONS;

export interface Credential {
  baseUrl: string;
  apiKey: string;
  webhookSecret?: string;
}

interface Asked {
  method: string;
  url: string;
  qs?: Values;
  body?: Values | Buffer;
  headers?: Record<string, string>;
}

/** An HTTP request as n8n makes it for a node: an error has the answer, but only its status in the message. */
async function requestAsN8n({ apiKey }: Credential, { method, url, qs, body, headers }: Asked): Promise<unknown> {
  const address = new URL(url);
  for (const [name, value] of Object.entries(qs ?? {})) address.searchParams.set(name, String(value));
  const { Authorization } = loadClass(LOADED.credentials[0] ?? '').authenticate.properties.headers;
  const answer = await fetch(address, {
    method,
    headers: {
      authorization: Authorization.replace(/^=/, '').replace('{{$credentials.apiKey}}', apiKey),
      ...(Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body ? { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) } : {}),
  });
  const data = await answer.json();
  if (answer.ok) return data;
  const message = `Request failed with status code ${answer.status}`;
  throw Object.assign(new Error(message), {
    response: { status: answer.status, data },
    httpCode: String(answer.status),
  });
}

/** The helpers of n8n by which a trigger downloads a file. */
const FILE_HELPERS = {
  async httpRequest({ url }: { url: string }): Promise<ArrayBuffer> {
    const answer = await fetch(url);
    if (answer.ok) return answer.arrayBuffer();
    throw Object.assign(new Error('Request failed'), { httpCode: String(answer.status) });
  },
  prepareBinaryData: async (data: Buffer, fileName?: string, mimeType?: string) => ({
    ...{ data: data.toString('base64'), fileName, mimeType },
  }),
};

/** Options of a field in the node's panel. */
export const loadOptions = (credential: Credential, method: string): Promise<Values[]> =>
  nodeNamed('Parley').methods.loadOptions[method]?.call({
    getCredentials: async () => credential,
    helpers: { httpRequestWithAuthentication: (_credential: string, asked: Asked) => requestAsN8n(credential, asked) },
  }) ?? Promise.reject(new Error(`There is no ${method}.`));

export interface Run {
  /** Parameters of each item. */
  items: readonly Values[];
  executionId?: string;
  continueOnFail?: boolean;
  /** Files of every item, by field. */
  binary?: Readonly<Record<string, { data: Buffer; fileName?: string }>>;
  /** Replaces the HTTP request. */
  request?: (asked: Asked) => Promise<unknown>;
}

/** The part of n8n's `IExecuteFunctions` that the node uses. */
export function executeNode(credential: Credential, run: Run): Promise<Item[][]> {
  const { items, executionId = '1', continueOnFail = false, binary = {} } = run;
  const request = run.request ?? ((asked) => requestAsN8n(credential, asked));
  const context = {
    getInputData: () => items.map(() => ({ json: {} })),
    getNodeParameter: (name: string, item: number, byDefault?: unknown) => items[item]?.[name] ?? byDefault,
    getNode: () => ({ id: 'n1', name: 'Parley', type: 'parley', typeVersion: 1, position: [0, 0], parameters: {} }),
    getExecutionId: () => executionId,
    evaluateExpression: () => 0,
    continueOnFail: () => continueOnFail,
    getCredentials: async () => credential,
    helpers: {
      httpRequestWithAuthentication: (_credential: string, asked: Asked) => request(asked),
      assertBinaryData(_item: number, field: string) {
        const file = binary[field];
        if (!file) throw new Error(`This operation expects the node's input data to contain a binary file '${field}'`);
        return file;
      },
      getBinaryDataBuffer: async (_item: number, field: string) => binary[field]?.data,
    },
  };
  return nodeNamed('Parley').execute.call(context);
}

/** A post to the trigger's address. */
export interface Posted {
  rawBody: Buffer;
  headers: Record<string, string | undefined>;
}

/** A trigger in a workflow. */
export interface Trigger {
  credential: Credential;
  registration: 'automatic' | 'manual';
  /** The address of the node in n8n. */
  url: string;
  events?: readonly string[];
  downloadAttachments?: boolean;
  /** The node's stored values in n8n. */
  kept: Values;
}

const parametersOf =
  ({ registration, events = [], downloadAttachments = false }: Partial<Trigger>) =>
  (name: string) =>
    ({ registration, events, downloadAttachments })[name];

/** The part of n8n's `IHookFunctions` that the trigger uses when its workflow is activated or deactivated. */
export const runHook = (name: 'checkExists' | 'create' | 'delete', trigger: Trigger): Promise<boolean> =>
  nodeNamed('ParleyTrigger').webhookMethods.default[name].call({
    getNode: () => ({ id: 'n1', name: 'Parley Trigger', type: 'parleyTrigger', typeVersion: 1, position: [0, 0] }),
    getNodeParameter: parametersOf(trigger),
    getNodeWebhookUrl: () => trigger.url,
    getWorkflowStaticData: () => trigger.kept,
    getCredentials: async () => trigger.credential,
    helpers: {
      httpRequestWithAuthentication: (_credential: string, asked: Asked) => requestAsN8n(trigger.credential, asked),
    },
  });

/** Activates the workflow of a trigger as n8n does. */
export async function activate(trigger: Trigger): Promise<void> {
  if (!(await runHook('checkExists', trigger))) await runHook('create', trigger);
}

/** The part of n8n's `IWebhookFunctions` that the trigger uses; returns the status that it answers itself, if it does. */
export async function postToTrigger({ credential, kept, ...given }: Omit<Trigger, 'url'>, posted: Posted) {
  let status: number | null = null;
  const response = {
    status(given: number) {
      status = given;
      return response;
    },
    json: () => response,
  };
  const result = await nodeNamed('ParleyTrigger').webhook.call({
    getRequestObject: () => posted,
    getResponseObject: () => response,
    getCredentials: async () => credential,
    getNodeParameter: parametersOf(given),
    getWorkflowStaticData: () => kept,
    getNode: () => ({ id: 'n1', name: 'Parley Trigger', type: 'parleyTrigger', typeVersion: 1, position: [0, 0] }),
    helpers: FILE_HELPERS,
  });
  return { status, result };
}

interface Polling {
  mode?: 'trigger' | 'manual';
  warn?: (message: string) => void;
  downloadAttachments?: boolean;
}

/** The part of n8n's `IPollFunctions` that the trigger uses; `kept` is what n8n stores between polls. */
export async function pollItems(
  credential: Credential,
  kept: Values,
  { mode = 'trigger', warn = () => {}, downloadAttachments = false }: Polling = {},
): Promise<Item[]> {
  const found = await nodeNamed('ParleyPollTrigger').poll.call({
    getMode: () => mode,
    getWorkflowStaticData: () => kept,
    logger: { warn },
    getNodeParameter: parametersOf({ events: ['message.received'], downloadAttachments }),
    getCredentials: async () => credential,
    getNode: () => ({ id: 'n1', name: 'Parley Poll', type: 'parleyPollTrigger', typeVersion: 1, position: [0, 0] }),
    helpers: {
      ...FILE_HELPERS,
      httpRequestWithAuthentication: (_credential: string, asked: Asked) => requestAsN8n(credential, asked),
    },
  });
  return found?.[0] ?? [];
}

export const pollTrigger = async (credential: Credential, kept: Values, polling: Polling = {}): Promise<Values[]> =>
  (await pollItems(credential, kept, polling)).map(({ json }) => json);
