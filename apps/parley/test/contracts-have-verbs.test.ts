import { VERBS as ACCOUNTS } from '@parley/accounts/accounts.module';
import { VERBS as BOTS } from '@parley/bots/bots.module';
import { VERBS as BOT_RECORDS } from '@parley/bots/records.module';
import { VERBS as CHANNEL_CONNECT } from '@parley/channel-connect/channel-connect.module';
import { VERBS as COMMENTS } from '@parley/comments/comments.module';
import { subjectOf } from '@parley/common/define-contract';
import { VERBS as FILES } from '@parley/files/files.module';
import { VERBS as INBOUND } from '@parley/inbound/inbound.module';
import { VERBS as INBOX } from '@parley/inbox/inbox.module';
import { VERBS as NOTIFICATIONS } from '@parley/notifications/notifications.module';
import { VERBS as PAIRING } from '@parley/pairing/pairing.module';
import { VERBS as PAIRING_RECORDS } from '@parley/pairing/records.module';
import { VERBS as SEND } from '@parley/send/send.module';
import { listContracts } from '@parley/testing/contracts/list-contracts';
import { VERBS as WEBHOOK_DELIVERY } from '@parley/webhook-delivery/webhook-delivery.module';
import { expect, test } from 'vitest';

const LISTED = [
  [...ACCOUNTS, ...CHANNEL_CONNECT, ...COMMENTS, ...FILES, ...INBOUND, ...INBOX, ...NOTIFICATIONS, ...SEND],
  [...BOTS, ...BOT_RECORDS, ...PAIRING, ...PAIRING_RECORDS, ...WEBHOOK_DELIVERY],
].flat();

/** The gateway implements these without a call of the service. */
const BY_GATEWAY = ['rpc.accounts.sign-in-as-operator', 'rpc.files.upload', 'rpc.inbox.report-presence'];

test('every contract is implemented by one verb of its service or by the gateway, and every verb implements a contract', async () => {
  const contracts = await listContracts();
  const implemented = [...LISTED.map(({ contract }) => subjectOf(contract)), ...BY_GATEWAY];
  expect(implemented.toSorted()).toEqual(contracts.map(subjectOf).toSorted());
});
