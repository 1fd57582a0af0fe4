import type { INodeProperties } from 'n8n-workflow';

/** The switch of the triggers. */
export const DOWNLOAD_PROPERTY: INodeProperties = {
  displayName: 'Download Attachments',
  name: 'downloadAttachments',
  type: 'boolean',
  default: false,
  description: 'Whether the files of a message become binary data: attachment_0, attachment_1 and so on',
};
