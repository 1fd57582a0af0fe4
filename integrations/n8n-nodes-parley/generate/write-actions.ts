import { EVENT_TYPES } from '@parley/common/event-types';
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
}

interface Field {
  name: string;
  isRequired: boolean;
  schema: Schema;
}

const CHANNELS: Readonly<Record<string, string>> = {
  wa: 'WhatsApp',
  wd: 'WhatsApp (Linked Phone)',
  tg: 'Telegram',
  fb: 'Messenger',
  ig: 'Instagram',
  tt: 'TikTok',
};
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

const fieldsOf = ({ input }: SdkMethod): Field[] =>
  Object.entries(input?.properties ?? {}).map(([name, schema]) => ({
    name,
    isRequired: input?.required.includes(name) ?? false,
    schema: schema as Schema, // safe: the parts of a schema that the document uses
  }));

type Kind = 'text' | 'nullable' | 'choice' | 'boolean' | 'number' | 'json';

function kindOf({ type, enum: values, const: only, anyOf }: Schema): Kind {
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
};

/** A description as n8n's linter wants it: with a capital, and with a full stop only after several sentences. */
function sentenceOf(description: string | undefined, kind: Kind, name: string): string | undefined {
  if (name === 'limit') return 'Max number of results to return';
  const text = description
    ?.replaceAll('`', '')
    .replaceAll(/\bid\b/gi, 'ID')
    .replace(/\.$/, '');
  if (kind === 'boolean') return `Whether ${(text ?? name).replace(/^Whether /, '')}`;
  if (!text) return undefined;
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?] /.test(sentence) ? `${sentence}.` : sentence;
}

function parameterOf({ name, isRequired, schema }: Field): object {
  const kind = kindOf(schema);
  const description = sentenceOf(schema.description, kind, name);
  const options = kind === 'choice' ? choicesOf(name, schema) : undefined;
  return {
    displayName: titleOf(name),
    name,
    ...FORMS[kind],
    ...(name === 'limit' ? { typeOptions: { minValue: 1 }, default: 50 } : {}),
    ...(name.endsWith('token') ? { typeOptions: { password: true } } : {}),
    ...(options ? { options, default: schema.default ?? options[0]?.value } : {}),
    ...(isRequired && kind !== 'nullable' ? { required: true } : {}),
    ...(description && description !== titleOf(name) ? { description } : {}),
  };
}

/** A summary as n8n's linter wants it: with one capital and no comma. */
const actionTextOf = (summary: string): string =>
  `${summary.charAt(0)}${summary.slice(1).toLowerCase().replaceAll(',', '')}`;

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
      description: summary,
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

function parametersOf(one: Described): object[] {
  const required = one.fields.filter(({ isRequired }) => isRequired);
  const others = one.fields.filter(({ isRequired }) => !isRequired);
  return [
    ...required.map((field) => {
      const { displayName, name, type, ...rest } = parameterOf(field) as Record<string, unknown>;
      return { displayName, name, type, ...shownFor(one), ...rest };
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

function actionOf({ method, fields }: Described): object {
  return {
    name: method.action,
    method: method.method,
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    fields: Object.fromEntries(fields.map(({ name, schema }) => [name, kindOf(schema)])),
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
      fields: fieldsOf(method).map((field) => ({ ...field, schema: resolve(field.schema) })),
    }),
  );
  const resources = [...new Set(all.map(({ resource }) => resource))];
  return new Map([
    [`${N8N_FOLDER}/all-actions.ts`, writeAll(resources)],
    ...resources.map((resource) => [`${N8N_FOLDER}/${resource}.ts`, writeResource(resource, all)] as const),
  ]);
}
