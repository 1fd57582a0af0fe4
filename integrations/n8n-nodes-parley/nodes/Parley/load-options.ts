import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { callParley } from './call-parley';
import { CHANNEL_NAMES, readAccounts } from './find-channel';

const nameOf = (channel: unknown): string => CHANNEL_NAMES[String(channel)] ?? String(channel);

/** The entries of the lists from which a person chooses in the panel of the node. */
export const LOAD_OPTIONS = {
  /** The channels with a connected account. */
  async getChannels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    const channels = [...new Set((await readAccounts(this)).map(({ channel }) => String(channel)))];
    return channels.map((value) => ({ name: nameOf(value), value }));
  },

  async getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    return (await readAccounts(this)).map(({ id, name, identifier, channel }) => ({
      name: `${identifier ?? name} – ${nameOf(channel)}`,
      value: String(id),
    }));
  },

  /** The approved templates; one value has the name and the language. */
  async getTemplates(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    const { templates } = await callParley(this, { action: 'templates', method: 'GET', input: {} });
    return (templates as IDataObject[])
      .filter(({ status }) => status === 'APPROVED')
      .map(({ name, language, body }) => ({
        name: `${name} (${language})`,
        value: `${name}:${language}`,
        description: String(body).slice(0, 200),
      }));
  },
};
