import { EVENT_TYPES } from '@parley/common/events/event-types';
import { formatJson } from '../../../scripts/format-json.ts';
import { type ApiDocument, HEADER, readMethods, type SdkMethod } from '../../../sdks/generate/read-document.ts';

/** The parts of a field's schema that a parameter of a node shows. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  const?: string;
  description?: string;
  default?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Field {
  name: string;
  isRequired: boolean;
  /** The method of the node that loads the values from which a person chooses. */
  loader?: string;
  schema: Schema;
}

const CHANNELS: Readonly<Record<string, string>> = {
  wa: 'WhatsApp (Cloud API)',
  wd: 'WhatsApp (Linked Phone)',
  tg: 'Telegram',
  fb: 'Messenger',
  ig: 'Instagram',
  tt: 'TikTok',
};
/** The same within a sentence. */
const CHANNELS_IN_TEXT: Readonly<Record<string, string>> = {
  ...CHANNELS,
  wa: 'WhatsApp Cloud API',
  wd: 'WhatsApp linked phone',
};
const withChannels = (text: string): string =>
  text.replaceAll(/\b(wa|wd|tg|fb|ig|tt)\b/g, (code) => CHANNELS_IN_TEXT[code] ?? code);

/** Optional fields that most calls use, in the order in which the panel shows them after the required ones. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  send: ['message', 'media_url', 'buttons', 'template'],
};

/** The parameter with the file of a send, after the address of one. */
const BINARY = {
  after: 'media_url',
  property: {
    displayName: 'Input Binary Field',
    name: 'binaryPropertyName',
    type: 'string',
    default: '',
    hint: 'The name of the input field containing the file to send, in place of a media URL',
  },
};

/** Fields whose value is chosen from a list that the node loads. */
const LOADED: Readonly<Record<string, string>> = { channel: 'getChannels', from: 'getAccounts' };
/** n8n's linter wants this description of every such list. */
const LOADED_TEXT =
  'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

const CASED: Readonly<Record<string, string>> = { id: 'ID', url: 'URL', qr: 'QR' };

/** `markRead` and `reply_to` as titles. */
const titleOf = (name: string): string =>
  name
    .replaceAll(/([A-Z])/g, '_$1')
    .split('_')
    .map((word) => CASED[word.toLowerCase()] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');

const singular = (noun: string): string => noun.replace(/s$/, '');
const byName = <Named extends { name: string }>(options: readonly Named[]): Named[] =>
  [...options].sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Resolves a reference to a schema; a description next to the reference wins. */
const makeResolve =
  ({ components }: ApiDocument) =>
  (schema: Schema): Schema => {
    if (!schema.$ref) return schema;
    // safe: the document is valid, so that each reference leads to a schema
    const named = components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] as Schema;
    return { ...named, ...(schema.description ? { description: schema.description } : {}) };
  };

type Resolve = ReturnType<typeof makeResolve>;

function fieldsOf({ input, noun }: SdkMethod, resolve: Resolve): Field[] {
  return Object.entries(input?.properties ?? {}).map(([name, given]) => {
    // safe: the parts of a schema that the document uses
    const found = resolve(given as Schema);
    const schema = found.items ? { ...found, items: resolve(found.items) } : found;
    // A channel that is being connected has no account yet, and one that is disconnected is named.
    const loader = noun === 'channels' || schema.const !== undefined ? undefined : LOADED[name];
    const isRequired = input?.required.includes(name) ?? false;
    return { name, isRequired, schema, ...(loader ? { loader } : {}) };
  });
}

type Kind = 'text' | 'nullable' | 'choice' | 'boolean' | 'number' | 'json' | 'texts' | 'form' | 'template' | 'loaded';

/** The schema of the members of an object, or of the objects of a list. */
const membersOf = ({ properties, items }: Schema): Record<string, Schema> => properties ?? items?.properties ?? {};

const isForm = (schema: Schema): boolean => {
  const members = Object.entries(membersOf(schema));
  if (isChange(schema)) return false;
  return members.length > 0 && members.every(([name, member]) => kindOf(memberOf(name, member)) !== 'json');
};
/** Switches of which each may be left out: a form would send the untouched ones as off. */
const isChange = ({ properties, required = [] }: Schema): boolean =>
  required.length === 0 && Object.values(properties ?? {}).some(({ type }) => type === 'boolean');
const memberOf = (name: string, schema: Schema): Field => ({ name, isRequired: false, schema });

function kindOf({ name, loader, schema }: Field): Kind {
  const { type, enum: values, const: only, anyOf, items } = schema;
  if (loader !== undefined) return 'loaded';
  if (name === 'template') return 'template';
  if (isForm(schema)) return 'form';
  if (type === 'array' && items?.type === 'string' && !items.enum) return 'texts';
  if (values || only !== undefined) return 'choice';
  if (Array.isArray(type)) return type.includes('null') && type.includes('string') ? 'nullable' : 'json';
  if (type === 'boolean') return 'boolean';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string' || anyOf?.some((choice) => choice.type === 'string')) return 'text';
  return 'json';
}

const choicesOf = (name: string, { enum: values = [], const: only }: Schema) =>
  byName(
    (only === undefined ? values : [only]).map((value) => ({
      name: name === 'channel' || name === 'platform' ? (CHANNELS[value] ?? value) : titleOf(value.toLowerCase()),
      value,
    })),
  );

/** The parameter of each kind in the node's panel. */
const FORMS: Readonly<Record<Kind, { type: string; default: unknown }>> = {
  text: { type: 'string', default: '' },
  nullable: { type: 'string', default: '' },
  choice: { type: 'options', default: '' },
  boolean: { type: 'boolean', default: false },
  number: { type: 'number', default: 0 },
  json: { type: 'json', default: '' },
  texts: { type: 'string', default: [] },
  form: { type: 'fixedCollection', default: {} },
  template: { type: 'fixedCollection', default: {} },
  loaded: { type: 'options', default: '' },
};

/** A form with the members of an object, or with a row for each entry of a list. */
function formOf(name: string, schema: Schema): object {
  const isList = schema.items !== undefined;
  const title = titleOf(isList ? singular(name) : name);
  return {
    ...(isList ? { typeOptions: { multipleValues: true } } : {}),
    placeholder: `Add ${title}`,
    options: [
      {
        displayName: title,
        name: isList ? 'row' : 'fields',
        values: Object.entries(membersOf(schema))
          .map(([member, of]) => parameterOf(memberOf(member, of)) as { displayName: string })
          .sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
      },
    ],
  };
}

const textsForm = (name: string): object => ({
  typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${titleOf(singular(name))}` },
});

const TEMPLATE_FORM: object = {
  placeholder: 'Add Template',
  options: [
    {
      displayName: 'Template',
      name: 'template',
      values: [
        {
          displayName: 'Template Name or ID',
          name: 'name',
          type: 'options',
          typeOptions: { loadOptionsMethod: 'getTemplates' },
          default: '',
          description: LOADED_TEXT,
        },
        {
          displayName: 'Variables',
          name: 'variables',
          type: 'string',
          typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Variable' },
          default: [],
          description: 'Values of the placeholders of the body, in their order',
        },
      ],
    },
  ],
};

/** A description as n8n's linter wants it: with a capital, and with a full stop only after several sentences. */
function sentenceOf(description: string | undefined, kind: Kind, name: string): string | undefined {
  if (name === 'limit') return 'Max number of results to return';
  const text = (description === undefined ? undefined : withChannels(description))
    ?.replaceAll('`', '')
    .replaceAll('in interactive.id', 'with the answer')
    .replaceAll('_id', ' ID')
    .replaceAll(/\bid\b/gi, 'ID')
    .replace(/\.$/, '');
  if (kind === 'boolean') return `Whether ${(text ?? name).replace(/^Whether /, '')}`;
  if (!text) return undefined;
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?] /.test(sentence) ? `${sentence}.` : sentence;
}

function parameterOf(field: Field): object {
  const { name, isRequired, schema } = field;
  const kind = kindOf(field);
  if (kind === 'loaded')
    return {
      displayName: `${titleOf(name)} Name or ID`,
      name,
      ...FORMS.loaded,
      typeOptions: { loadOptionsMethod: field.loader },
      description: LOADED_TEXT,
    };
  const description = sentenceOf(schema.description, kind, name);
  const options = kind === 'choice' ? choicesOf(name, schema) : undefined;
  return {
    displayName: titleOf(name),
    name,
    ...FORMS[kind],
    ...(name === 'limit' ? { typeOptions: { minValue: 1 }, default: 50 } : {}),
    ...(name === 'message' ? { typeOptions: { rows: 4 } } : {}),
    ...(kind === 'form' ? formOf(name, schema) : {}),
    ...(kind === 'texts' ? textsForm(name) : {}),
    ...(kind === 'template' ? TEMPLATE_FORM : {}),
    ...(name.endsWith('token') ? { typeOptions: { password: true } } : {}),
    ...(options ? { options, default: schema.default ?? schema.enum?.[0] ?? options[0]?.value } : {}),
    ...(isRequired && kind !== 'nullable' ? { required: true } : {}),
    ...(description && description !== titleOf(name) ? { description } : {}),
  };
}

/** A summary as n8n shows it in the list of actions: without what follows a comma. */
const actionTextOf = (summary: string): string => withChannels(summary).split(', ')[0] ?? '';

interface Described {
  method: SdkMethod;
  resource: string;
  fields: Field[];
}

const shownFor = ({ resource, method }: Described) => ({
  displayOptions: { show: { resource: [resource], operation: [method.verb] } },
});

function operationsOf(resource: string, own: readonly Described[]): object {
  const options = byName(
    own.map(({ method: { verb, summary } }) => ({
      name: titleOf(verb),
      value: verb,
      action: actionTextOf(summary),
      description: withChannels(summary),
    })),
  );
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [resource] } },
    options,
    default: own[0]?.method.verb,
  };
}

/** The optional fields that the panel shows at once. */
const shownOf = ({ method, fields }: Described): Field[] =>
  (SHOWN[method.action] ?? []).flatMap((name) => fields.filter((field) => field.name === name));

function parametersOf(one: Described): object[] {
  const own = [...one.fields.filter(({ isRequired }) => isRequired), ...shownOf(one)];
  const others = one.fields.filter((field) => !own.includes(field));
  return [
    ...own.flatMap((field) => {
      const withFile = one.method.action === 'send' && field.name === BINARY.after;
      return [parameterOf(field), ...(withFile ? [BINARY.property] : [])].map((parameter) => {
        const { displayName, name, type, ...rest } = parameter as Record<string, unknown>;
        return { displayName, name, type, ...shownFor(one), ...rest };
      });
    }),
    ...(others.length === 0
      ? []
      : [
          {
            displayName: 'Additional Fields',
            name: 'additionalFields',
            type: 'collection',
            placeholder: 'Add Field',
            default: {},
            ...shownFor(one),
            options: others
              .map((field) => parameterOf(field) as { displayName: string })
              .sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
          },
        ]),
  ];
}

function actionOf(one: Described): object {
  const { method, fields } = one;
  const kindIn = (field: Field): Kind => (kindOf(field) === 'loaded' ? 'text' : kindOf(field));
  return {
    name: method.action,
    method: method.method,
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    shown: shownOf(one).map(({ name }) => name),
    fields: Object.fromEntries(fields.map((field) => [field.name, kindIn(field)])),
  };
}

const DEFAULT_RESOURCE = 'message';

const EVENTS_PROPERTY: object = {
  displayName: 'Events',
  name: 'events',
  type: 'multiOptions',
  default: [],
  description: 'The events that start the workflow; none: all events that the key subscribes to',
  options: byName(EVENT_TYPES.map((name) => ({ name: name.split('.').map(titleOf).join(' '), value: name }))),
};

const resourceProperty = (resources: readonly string[]): object => ({
  displayName: 'Resource',
  name: 'resource',
  type: 'options',
  noDataExpression: true,
  options: byName(resources.map((value) => ({ name: titleOf(value), value }))),
  default: DEFAULT_RESOURCE,
});

/** A value as code: JSON whose names have no quotes. */
const write = (value: unknown): string => formatJson(value).replaceAll(/"([A-Za-z]\w*)":/g, '$1: ');

const IMPORT_PROPERTIES = "import type { INodeProperties } from 'n8n-workflow';\n";
const IMPORT_ACTION = "import type { Action } from '../action';\n";

/** The operations of a resource: how each calls its action, and its parameters. */
function writeResource(resource: string, all: readonly Described[]): string {
  const own = all.filter((one) => one.resource === resource);
  const actions = Object.fromEntries(own.map((one) => [`${resource}.${one.method.verb}`, actionOf(one)]));
  const properties = [operationsOf(resource, own), ...own.flatMap(parametersOf)];
  return `${HEADER}${IMPORT_PROPERTIES}${IMPORT_ACTION}
export const ACTIONS: Readonly<Record<string, Action>> = ${write(actions)};

export const PROPERTIES: INodeProperties[] = ${write(properties)};
`;
}

/** Collects the resources for the nodes. */
function writeAll(resources: readonly string[]): string {
  const imports = resources.map((resource) => `import * as ${resource} from './${resource}';\n`);
  const spread = (member: string): string => resources.map((resource) => `...${resource}.${member}`).join(', ');
  return `${HEADER}${IMPORT_PROPERTIES}${IMPORT_ACTION}${imports.join('')}
export const ACTIONS: Readonly<Record<string, Action>> = { ${spread('ACTIONS')} };

const RESOURCE: INodeProperties = ${write(resourceProperty(resources))};

export const PROPERTIES: INodeProperties[] = [RESOURCE, ${spread('PROPERTIES')}];

export const EVENTS_PROPERTY: INodeProperties = ${write(EVENTS_PROPERTY)};
`;
}

/** The folder that holds only generated files. */
export const N8N_FOLDER = 'integrations/n8n-nodes-parley/nodes/Parley/actions';

/** Every generated file of the nodes, by its path: one for each resource, and one that collects them. */
export function writeN8n(document: ApiDocument): Map<string, string> {
  const resolve: Resolve = makeResolve(document);
  const all = readMethods(document).map(
    (method): Described => ({
      method,
      resource: singular(method.noun),
      fields: fieldsOf(method, resolve),
    }),
  );
  const resources = [...new Set(all.map(({ resource }) => resource))];
  return new Map([
    [`${N8N_FOLDER}/all-actions.ts`, writeAll(resources)],
    ...resources.map((resource) => [`${N8N_FOLDER}/${resource}.ts`, writeResource(resource, all)] as const),
  ]);
}
