import { createHash } from 'node:crypto';
import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type JsonObject,
  NodeApiError,
  NodeOperationError,
} from 'n8n-workflow';
import { ACTIONS, PROPERTIES } from './actions/all-actions';
import { callParley } from './call-parley';
import { findChannel } from './find-channel';
import { LOAD_OPTIONS } from './load-options';
import { readFields } from './read-fields';
import { uploadBinary } from './upload-binary';

/** The same for every attempt of one item in one run of the node, so that a retry after a lost answer sends once. */
function keyOf(context: IExecuteFunctions, item: number, action: string, input: IDataObject): string {
  const run = context.evaluateExpression('{{ $runIndex }}', item);
  const parts = [context.getExecutionId(), context.getNode().id, run, item, action, input];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function runItem(context: IExecuteFunctions, item: number): Promise<IDataObject> {
  const resource = String(context.getNodeParameter('resource', item));
  const operation = String(context.getNodeParameter('operation', item));
  const action = ACTIONS[`${resource}.${operation}`];
  if (!action)
    throw new NodeOperationError(context.getNode(), `There is no ${operation} of ${resource}`, { itemIndex: item });
  const given = { ...(context.getNodeParameter('additionalFields', item, {}) as IDataObject) };
  for (const name of action.required) given[name] = context.getNodeParameter(name, item) as IDataObject;
  // One among the additional fields comes from a workflow that an expression or an earlier version made.
  for (const name of action.shown) given[name] ??= context.getNodeParameter(name, item, '') as IDataObject;
  let input: IDataObject;
  try {
    if ('channel' in given && !given.channel) given.channel = await findChannel(context, given.from);
    input = readFields(action.fields, given);
  } catch (error) {
    throw new NodeOperationError(context.getNode(), error as Error, { itemIndex: item });
  }
  const { name, method } = action;
  const field = name === 'send' ? String(context.getNodeParameter('binaryPropertyName', item, '')) : '';
  try {
    if (field) input.upload_id = await uploadBinary(context, item, field, keyOf(context, item, 'upload', input));
    const idempotencyKey = method === 'POST' ? keyOf(context, item, name, input) : undefined;
    return await callParley(context, { action: name, method, input, ...(idempotencyKey ? { idempotencyKey } : {}) });
  } catch (error) {
    throw new NodeApiError(context.getNode(), error as JsonObject, { itemIndex: item });
  }
}

/** Every action of the customer API. */
export class Parley implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Parley',
    name: 'parley',
    icon: 'file:parley.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Send and read messages on WhatsApp, Telegram, Messenger, Instagram and TikTok',
    defaults: { name: 'Parley' },
    usableAsTool: true,
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: 'parleyApi', required: true }],
    properties: PROPERTIES,
  };

  methods = { loadOptions: LOAD_OPTIONS };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (let item = 0; item < this.getInputData().length; item++) {
      try {
        results.push({ json: await runItem(this, item), pairedItem: { item } });
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        results.push({ json: { error: (error as Error).message }, pairedItem: { item } });
      }
    }
    return [results];
  }
}
