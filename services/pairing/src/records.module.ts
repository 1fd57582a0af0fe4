import { type DynamicModule, Module } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/duties/background-worker';
import { doorsOf } from '@parley/bus/verb';
import { listLinkedDevices } from './devices/list-linked-devices.ts';
import { erasePerson } from './erasure/erase-person.ts';
import { eraseTenantData } from './erasure/erase-tenant-data.ts';
import { addMoveInKeys } from './move-in/add-move-in-keys.ts';
import { beginMoveIn } from './move-in/begin-move-in.ts';
import { finishMoveIn } from './move-in/finish-move-in.ts';
import { listMoveIns } from './move-in/list-move-ins.ts';
import { setDevicePace } from './new-chats/set-device-pace.ts';
import { openPairPage } from './pages/open-pair-page.ts';
import { type PairingRecords, SERVICE } from './records.ts';
import { forgetOldSends } from './sends/forget-old-sends.ts';
import { getSessionStatus } from './sessions/get-session-status.ts';

const TIDY_EVERY_MS = 600_000;

/** Copies of messages must be deleted where no device runs, too. */
const dutiesOf = (records: PairingRecords): Duty[] => [
  { name: 'forget-old-sends', everyMs: TIDY_EVERY_MS, run: async () => (await forgetOldSends(records)) > 0 },
];

/** Verbs that need only the database. */
export const VERBS = [
  getSessionStatus,
  listLinkedDevices,
  setDevicePace,
  openPairPage,
  erasePerson,
  eraseTenantData,
  beginMoveIn,
  addMoveInKeys,
  finishMoveIn,
  listMoveIns,
];

@Module({})
class PairingRecordsModule {}

/**
 * Status, lists and erasure of linked devices: everything that needs only the database. Part of the pairing service;
 * the one-machine form runs it in its first process as well, so that none of it starts the process of the devices.
 */
export const makePairingRecordsModule = (records: PairingRecords): DynamicModule => ({
  module: PairingRecordsModule,
  controllers: [doorsOf(SERVICE, VERBS)],
  providers: [
    { provide: SERVICE, useValue: records },
    { provide: BackgroundWorker, useValue: new BackgroundWorker(dutiesOf(records), records.logger) },
  ],
});
