import type {
  IDataObject,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
import { EVENTS_PROPERTY } from './actions/all-actions';
import { withAttachments } from './download-attachments';
import { DOWNLOAD_PROPERTY } from './download-property';
import { OWN_WEBHOOK, secretOf } from './own-webhook';
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
        displayName: 'Webhook Address',
        name: 'registration',
        type: 'options',
        options: [
          { name: 'Set by This Node', value: 'automatic' },
          { name: 'Set in Parley', value: 'manual' },
        ],
        default: 'automatic',
      },
      {
        displayName:
          'The node sets its address as the webhook of the key when the workflow is activated, and removes it afterwards. The key must be allowed to change its own webhook (in the console of Parley, under Keys), and must have no other address.',
        name: 'automaticNotice',
        type: 'notice',
        displayOptions: { show: { registration: ['automatic'] } },
        default: '',
      },
      {
        displayName:
          'Copy the production URL above into the webhook address of the key (in the console of Parley, under Keys), and the webhook secret of the key into the credential.',
        name: 'manualNotice',
        type: 'notice',
        displayOptions: { show: { registration: ['manual'] } },
        default: '',
      },
      EVENTS_PROPERTY,
      DOWNLOAD_PROPERTY,
    ],
  };

  webhookMethods = { default: OWN_WEBHOOK };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const request = this.getRequestObject();
    const secret = secretOf(this, await this.getCredentials('parleyApi'));
    // Absent if n8n has not read the body yet.
    if (!request.rawBody) await request.readRawBody();
    if (!isSigned(request.rawBody, request.headers, secret)) {
      this.getResponseObject().status(401).json({ ok: false, error: 'invalid_signature' });
      return { noWebhookResponse: true };
    }
    const event = JSON.parse(request.rawBody.toString('utf8')) as IDataObject;
    const wanted = this.getNodeParameter('events', []) as string[];
    if (wanted.length > 0 && !wanted.includes(String(event.event))) return { webhookResponse: { ok: true } };
    const isWithFiles = this.getNodeParameter('downloadAttachments', false) as boolean;
    const started = isWithFiles ? await withAttachments(this, event) : { json: event };
    return { workflowData: [[started]], webhookResponse: { ok: true } };
  }
}
