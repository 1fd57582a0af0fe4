import { type IDataObject, type IHookFunctions, type JsonObject, NodeApiError } from 'n8n-workflow';
import { callParley } from './call-parley';

/** The node's state in the workflow while its webhook is registered. */
interface Kept {
  webhookSecret?: string;
}

interface Context {
  getNodeParameter(name: string): unknown;
  getWorkflowStaticData(type: string): IDataObject;
}

const keptOf = (context: Pick<Context, 'getWorkflowStaticData'>): Kept => context.getWorkflowStaticData('node');

/** Whether the node registers its own address; otherwise a person does it in Parley. */
const registersItself = (context: Pick<Context, 'getNodeParameter'>): boolean =>
  context.getNodeParameter('registration') === 'automatic';

/** The secret of the node's own registration, or of the credential; empty if there is none. */
export const secretOf = (context: Context, { webhookSecret }: IDataObject): string =>
  String((registersItself(context) ? keptOf(context).webhookSecret : webhookSecret) ?? '');

const readWebhook = (hook: IHookFunctions): Promise<IDataObject> =>
  callParley(hook, { action: 'webhook', method: 'GET', input: {} });

const setWebhook = (hook: IHookFunctions, input: IDataObject): Promise<IDataObject> =>
  callParley(hook, { action: 'set-webhook', method: 'POST', input });

/** The key's events and the chosen ones. Events are only added, because the key may have other readers. */
const addEvents = (hook: IHookFunctions, subscribed: readonly string[]): string[] => [
  ...new Set([...subscribed, ...(hook.getNodeParameter('events', []) as string[])]),
];

/** The registration of the trigger's address as the webhook of the key. */
export const OWN_WEBHOOK = {
  async checkExists(this: IHookFunctions): Promise<boolean> {
    if (!registersItself(this)) return true;
    if (!keptOf(this).webhookSecret) return false;
    return (await readWebhook(this)).url === this.getNodeWebhookUrl('default');
  },

  async create(this: IHookFunctions): Promise<boolean> {
    try {
      const { events } = await readWebhook(this);
      const url = this.getNodeWebhookUrl('default');
      const answer = await setWebhook(this, { url, events: addEvents(this, events as string[]) });
      keptOf(this).webhookSecret = String(answer.webhook_secret);
      return true;
    } catch (error) {
      throw new NodeApiError(this.getNode(), error as JsonObject);
    }
  },

  /** Removes the address only if it is still the node's own. */
  async delete(this: IHookFunctions): Promise<boolean> {
    if (!registersItself(this)) return true;
    try {
      const { url } = await readWebhook(this);
      if (url === this.getNodeWebhookUrl('default')) await setWebhook(this, { url: null, replace: true });
    } catch {
      // n8n deactivates the workflow anyway, and Parley pauses a webhook that does not answer.
      return false;
    }
    delete keptOf(this).webhookSecret;
    return true;
  },
};
