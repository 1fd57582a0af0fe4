import type { z } from 'zod';
import type { WhatsappCall } from '../providers/graph/control/call-routes.ts';
import type { CommentChange, CommentQuery } from '../providers/graph/control/comment-routes.ts';
import type { OtherAppSend, WhatsappField } from '../providers/graph/control/field-routes.ts';
import type { PageDialogPreset, PageInput, TokenRevocation } from '../providers/graph/control/page-account-routes.ts';
import type { DeliveredInput, SeenInput } from '../providers/graph/control/page-person-routes.ts';
import type { WhatsappPreference } from '../providers/graph/control/preference-routes.ts';
import type { TemplateDecision } from '../providers/graph/control/template-routes.ts';
import type { WhatsappAccount } from '../providers/graph/control/whatsapp-account-routes.ts';
import { type CallControl, queryOf } from './call-control.ts';
import {
  type ChannelDriver,
  makeChannelDriver,
  makeProfileDriver,
  type ProfileDriver,
  personPath,
} from './channel-driver.ts';

/** A page as the sandbox shows it. */
export interface ShownPage {
  id: string;
  name: string;
  token: string;
  tasks: string[];
  instagram: { id: string; username: string; name: string } | null;
  posts: string[];
  media: string[];
  /** Null if the app is not subscribed. */
  subscribed_fields: string[] | null;
}

/** A comment as the sandbox shows it. */
export interface ShownComment {
  channel: 'fb' | 'ig';
  account: string;
  id: string;
  post_id: string;
  parent_id: string | null;
  from: { id: string; name: string; username: string | null } | null;
  is_own: boolean;
  /** Written through Graph. */
  by_app: boolean;
  text: string;
  at: string;
  hidden: boolean;
  deleted: boolean;
  private_reply_message_id: string | null;
}

/** A WhatsApp Business Account as the sandbox shows it. */
export interface ShownBusinessAccount {
  id: string;
  name: string;
  subscribed: boolean;
  numbers: { id: string; number: string; registered: boolean }[];
}

/** WhatsApp Cloud: simulated customers, business accounts, numbers and templates. */
export interface WhatsappDriver extends ChannelDriver<'wa'> {
  /** Adds or changes a business account, and one of its numbers if `phone_number_id` is given. */
  putAccount(account: z.input<typeof WhatsappAccount>): Promise<ShownBusinessAccount>;
  /** Meta sets a template's status, quality or category, each with its webhook. */
  decideTemplate(decision: z.input<typeof TemplateDecision>): Promise<void>;
  /** The business account of that id; throws if it does not exist. */
  account(wabaId: string): Promise<ShownBusinessAccount>;
  /** A person calls a number, or the call ends; the webhook follows. */
  customerCalls(call: z.input<typeof WhatsappCall>): Promise<void>;
  /** A person stops marketing messages in WhatsApp, or resumes them; the webhook follows. */
  customerPrefers(person: string, preference: z.input<typeof WhatsappPreference>): Promise<void>;
  /** Another app of the number writes to the person; the copy for an app in standby follows. Returns its id. */
  otherAppWrites(person: string, sent: z.input<typeof OtherAppSend>): Promise<string>;
  /** Posts a webhook of any field of a business account, such as `account_update`. */
  postField(change: z.input<typeof WhatsappField>): Promise<void>;
}

/** Messenger or Instagram: acts of people, and of the page itself. */
export interface PageChannelDriver<Channel extends 'fb' | 'ig'> extends ChannelDriver<Channel>, ProfileDriver<Channel> {
  /** The person has read up to a message or a watermark (ms); by default the newest message. */
  customerSees(person: string, upTo?: z.input<typeof SeenInput>): Promise<void>;
  /** fb only: sends a delivery receipt. */
  customerReceives(person: string, upTo?: z.input<typeof DeliveredInput>): Promise<void>;
}

/** Graph: WhatsApp Cloud, Messenger and Instagram. */
export interface GraphDriver {
  whatsapp: WhatsappDriver;
  messenger: PageChannelDriver<'fb'>;
  instagram: PageChannelDriver<'ig'>;
  /** Adds or changes a page; an empty change shows it. */
  putPage(page: z.input<typeof PageInput>): Promise<ShownPage>;
  pages(): Promise<ShownPage[]>;
  /** Ends the page's tokens with code 190 and this subcode (460). */
  revokePageTokens(pageId: string, revocation?: z.input<typeof TokenRevocation>): Promise<void>;
  /** Sets how the next authorization dialogs are answered. */
  presetDialog(preset: z.input<typeof PageDialogPreset>): Promise<void>;
  comments(query: z.input<typeof CommentQuery>): Promise<ShownComment[]>;
  changeComment(id: string, change: z.input<typeof CommentChange>): Promise<void>;
  deleteComment(id: string): Promise<void>;
}

export function makeGraphDriver(call: CallControl): GraphDriver {
  const accounts = async () =>
    (await call<{ accounts: { wa: ShownBusinessAccount[]; fb: ShownPage[] } }>('GET', '/state')).accounts;
  return {
    whatsapp: {
      ...makeChannelDriver(call, 'wa'),
      putAccount: async (account) =>
        (await call<{ account: ShownBusinessAccount }>('POST', '/accounts/wa', account)).account,
      async customerCalls(given) {
        await call('POST', '/calls', given);
      },
      async customerPrefers(person, preference) {
        await call('POST', `${personPath('wa', person)}/preferences`, preference);
      },
      otherAppWrites: async (person, sent) =>
        (await call<{ provider_message_id: string }>('POST', `${personPath('wa', person)}/other-app`, sent))
          .provider_message_id,
      async postField(change) {
        await call('POST', '/fields/wa', change);
      },
      async decideTemplate(decision) {
        await call('POST', '/templates/wa', decision);
      },
      async account(wabaId) {
        const found = (await accounts()).wa.find(({ id }) => id === wabaId);
        if (!found) throw new Error(`The sandbox has no WhatsApp Business Account ${wabaId}.`);
        return found;
      },
    },
    messenger: makePageChannelDriver(call, 'fb'),
    instagram: makePageChannelDriver(call, 'ig'),
    putPage: async (page) => (await call<{ page: ShownPage }>('POST', '/accounts/fb', page)).page,
    pages: async () => (await accounts()).fb,
    async revokePageTokens(pageId, revocation = {}) {
      await call('POST', `/accounts/fb/${pageId}/revoke-token`, revocation);
    },
    async presetDialog(preset) {
      await call('PUT', '/dialog', preset);
    },
    comments: async (query) => (await call<{ comments: ShownComment[] }>('GET', `/comments${queryOf(query)}`)).comments,
    async changeComment(id, change) {
      await call('PUT', `/comments/${id}`, change);
    },
    async deleteComment(id) {
      await call('DELETE', `/comments/${id}`);
    },
  };
}

function makePageChannelDriver<Channel extends 'fb' | 'ig'>(
  call: CallControl,
  channel: Channel,
): PageChannelDriver<Channel> {
  return {
    ...makeChannelDriver(call, channel),
    ...makeProfileDriver(call, channel),
    async customerSees(person, upTo = {}) {
      await call('POST', `${personPath(channel, person)}/seen`, upTo);
    },
    async customerReceives(person, upTo = {}) {
      await call('POST', `${personPath(channel, person)}/delivered`, upTo);
    },
  };
}
