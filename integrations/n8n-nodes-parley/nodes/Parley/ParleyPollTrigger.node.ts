import type { IDataObject, INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { EVENTS_PROPERTY } from './actions/all-actions';
import { callParley } from './call-parley';
import { withAttachments } from './download-attachments';
import { DOWNLOAD_PROPERTY } from './download-property';
import { readOldestAfter } from './read-oldest-after';

const PAGE = 500;
/** Maximum pages of one poll; the next poll continues there. */
const PAGES_MAX = 20;
/** Number of events that a manual test in the editor shows. */
const SHOWN = 10;
/** Age in days of the oldest event that a manual test shows. */
const SHOWN_DAYS = 7;

/** Reads a page; a position that is older than the ledger is reported, and reading continues with the oldest event. */
async function readPage(context: IPollFunctions, input: IDataObject): Promise<IDataObject> {
  const read = (from: IDataObject) => callParley(context, { action: 'events', method: 'GET', input: from });
  try {
    return await read(input);
  } catch (error) {
    const oldest = readOldestAfter(error);
    if (oldest === null) throw error;
    context.logger.warn(
      'Parley keeps events for 30 days, and the last poll is longer ago: some events may be missing. Continuing with the oldest event.',
    );
    return read({ ...input, after: oldest });
  }
}

/** Pulls the events of the key, for an n8n instance that Parley cannot reach. */
export class ParleyPollTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Parley Poll Trigger',
    name: 'parleyPollTrigger',
    icon: 'file:parley.svg',
    group: ['trigger'],
    version: 1,
    description: 'Starts the workflow with the events since the last poll',
    defaults: { name: 'Parley Poll Trigger' },
    polling: true,
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'parleyApi', required: true }],
    properties: [EVENTS_PROPERTY, DOWNLOAD_PROPERTY],
  };

  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    const isTest = this.getMode() === 'manual';
    const kept = this.getWorkflowStaticData('node');
    const wanted = this.getNodeParameter('events', []) as string[];
    // The first poll only finds the end of the ledger: the workflow starts with later events.
    let after = isTest ? undefined : ((kept.after as string | undefined) ?? 'latest');
    const since = new Date(Date.now() - SHOWN_DAYS * 86_400_000).toISOString();
    const found: IDataObject[] = [];
    for (let page = 0; isTest || page < PAGES_MAX; page++) {
      const input = { limit: PAGE, ...(after ? { after } : {}), ...(isTest ? { since } : {}) };
      const answer = await readPage(this, input);
      const events = answer.events as IDataObject[];
      const chosen = events.filter(({ event }) => wanted.length === 0 || wanted.includes(String(event)));
      if (isTest) found.splice(0, found.length, ...[...found, ...chosen].slice(-SHOWN));
      else found.push(...chosen);
      after = (answer.next_after as string | null) ?? after;
      if (answer.has_more !== true) break;
    }
    const isWithFiles = this.getNodeParameter('downloadAttachments', false) as boolean;
    const items: INodeExecutionData[] = [];
    for (const json of found) items.push(isWithFiles ? await withAttachments(this, json) : { json });
    // The position moves once the files are there, so that the next poll repeats a failed download.
    if (!isTest) kept.after = after;
    return items.length > 0 ? [items] : null;
  }
}
