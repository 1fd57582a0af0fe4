import type {
  IDataObject,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
import { EVENTS_PROPERTY } from './actions/all-actions';
import { isSigned } from './verify-signature';

/** Starts a workflow for each event that Parley posts to the address of this node. */
export class ParleyTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Parley Trigger',
    name: 'parleyTrigger',
    icon: 'file:parley.svg',
    group: ['trigger'],
    version: 1,
    description: 'Starts the workflow when Parley posts an event',
    defaults: { name: 'Parley Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'parleyApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName:
          'Copy the production URL above into the webhook address of the key (in the console of Parley, under Keys), and the webhook secret of the key into the credential. An API key cannot change its own webhook address.',
        name: 'notice',
        type: 'notice',
        default: '',
      },
      EVENTS_PROPERTY,
    ],
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const request = this.getRequestObject();
    const { webhookSecret } = await this.getCredentials('parleyApi');
    // Absent if n8n has not read the body yet.
    if (!request.rawBody) await request.readRawBody();
    if (!isSigned(request.rawBody, request.headers, String(webhookSecret ?? ''))) {
      this.getResponseObject().status(401).json({ ok: false, error: 'invalid_signature' });
      return { noWebhookResponse: true };
    }
    const event = JSON.parse(request.rawBody.toString('utf8')) as IDataObject;
    const wanted = this.getNodeParameter('events', []) as string[];
    if (wanted.length > 0 && !wanted.includes(String(event.event))) return { webhookResponse: { ok: true } };
    return { workflowData: [[{ json: event }]], webhookResponse: { ok: true } };
  }
}
