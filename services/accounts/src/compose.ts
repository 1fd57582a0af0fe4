import type { BusClient } from '@parley/bus/bus-client';
import { makeWakeDeliveries } from '@parley/bus/wake-deliveries';
import { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import { dayOf } from '@parley/common/day-number';
import { keyChanged, sessionChanged } from '@parley/common/hints';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/map-database-errors';
import { makeTenantOf } from '@parley/database/tenant-of-slug';
import { takeMessageRoom } from '@parley/messaging/notify/take-message-room';
import { egressRefusal } from '@parley/providers/egress/egress-refusal';
import { type EgressEnvironment, openEgress } from '@parley/providers/egress/open-egress';
import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import { makeErasureOwners } from './adapters/erasure-owners.ts';
import { makeMailLink } from './adapters/mail-link.ts';
import { makePasswordHasher } from './adapters/password-hasher.ts';
import { PLATFORM_SECRET_PURPOSE } from './domain/platform-webhook.ts';
import { WEBHOOK_SECRET_PURPOSE } from './domain/webhook-secret.ts';
import { makeAuditStore } from './storage/audit-store.ts';
import { makeCreditStore } from './storage/credit-store.ts';
import { makeMentionStore } from './storage/erase-mentions-store.ts';
import { makeErasureStore } from './storage/erasure-store.ts';
import { makeFailureStore } from './storage/failure-store.ts';
import { makeKeyStore } from './storage/key-store.ts';
import { dropOldKeyHours } from './storage/key-use-store.ts';
import { makeLinkStore } from './storage/link-store.ts';
import { makeMemberStore } from './storage/member-store.ts';
import { keepRequestDays } from './storage/partition-store.ts';
import { makePersonStore } from './storage/person-store.ts';
import { makePlaceStore } from './storage/place-store.ts';
import { makePlatformWebhookStore } from './storage/platform-webhook-store.ts';
import { makeRequestStore } from './storage/request-store.ts';
import { makeSessionStore } from './storage/session-store.ts';
import { makeTenantStore } from './storage/tenant-store.ts';
import { makeViewStore } from './storage/view-store.ts';
import { makeWorkspaceStore } from './storage/workspace-store.ts';
import { makeAcceptInvitation } from './use-cases/accept-invitation.ts';
import { makeCheckCode } from './use-cases/check-code.ts';
import { makeEraseMentions } from './use-cases/erase-mentions.ts';
import { makeFollowLinks, type TakeMailRoom } from './use-cases/follow-links.ts';
import { makeKeepAudit } from './use-cases/keep-audit.ts';
import { makeKeepRequests } from './use-cases/keep-requests.ts';
import { makeLimitTries } from './use-cases/limit-tries.ts';
import { makeManageCredit } from './use-cases/manage-credit.ts';
import { makeManageErasures } from './use-cases/manage-erasures.ts';
import { makeManageInvitations } from './use-cases/manage-invitations.ts';
import { makeManageKeys, type RefuseUrl } from './use-cases/manage-keys.ts';
import { makeManageMembers } from './use-cases/manage-members.ts';
import { makeManagePlatformWebhooks } from './use-cases/manage-platform-webhooks.ts';
import { makeManageSessions, makeOpenSession } from './use-cases/manage-sessions.ts';
import { makeManageTenants } from './use-cases/manage-tenants.ts';
import { makeManageViews } from './use-cases/manage-views.ts';
import { makeMyAccount } from './use-cases/my-account.ts';
import { makePrepareMember } from './use-cases/prepare-member.ts';
import { makeReadWorkspace } from './use-cases/read-workspace.ts';
import { makeRememberPlace } from './use-cases/remember-place.ts';
import { makeRunErasures } from './use-cases/run-erasures.ts';
import { makeEnterAccount, makeSignIn } from './use-cases/sign-in.ts';
import { makeSwitchWorkspace } from './use-cases/switch-workspace.ts';

export const USE_CASES = Symbol('accounts.use-cases');

/** Dependencies of the service. */
export interface AccountsParts {
  environment: EgressEnvironment &
    Pick<Environment, 'PARLEY_PORT' | 'PARLEY_PUBLIC_URL'> &
    Partial<Pick<Environment, 'PARLEY_PLATFORM_WEBHOOK_URL' | 'PARLEY_MESSAGE_LIMITS' | 'PARLEY_PLAN_LIMITS'>>;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  logger: Logger;
  now?: () => Date;
}

export type UseCases = ReturnType<typeof makeUseCases>;

/** Look-ups of operators' URLs share one key of the look-up limits. */
const LOOKUP_KEY = 'operators';
const PERSON_PURPOSE = 'erasures.person';
/** Longer than the deadline of a step. */
const ERASURE_LEASE_MS = 45_000;

type ConsoleParts = Omit<Required<AccountsParts>, 'database'> & { database: PrismaDatabase };
/** Retention of the request log in days (docs/reference/console.md#request-log). */
const REQUESTS_KEPT_DAYS = 30;
const DAY_MS = 24 * 3_600_000;
const TOTP_PURPOSE = 'members.totp_secret';

/** Use cases of console sign-in and of members. */
function makeConsoleUseCases({ environment, cipher, bus, logger, database, now }: ConsoleParts) {
  const members = { ...makeMemberStore(database), ...makePersonStore(database) };
  const sessions = makeSessionStore(database);
  const links = makeLinkStore(database);
  const { hash: hashPassword, verify: verifyPassword, match: matchPassword } = makePasswordHasher();
  const tenantOf = makeTenantOf(database);
  const publishSessionChanged = (id: string | null): void => bus.publishHint(sessionChanged, { sessionId: id });
  const audit = makeKeepAudit({ audit: makeAuditStore(database), tenantOf, now });
  const { recordVisit } = audit;
  const openSession = makeOpenSession({ sessions, recordVisit, now });
  const tries = makeLimitTries({ failures: makeFailureStore(database), places: makePlaceStore(database), now });
  const checkCode = makeCheckCode({ ...members, decryptSecret: (sealed) => cipher.decrypt(sealed, TOTP_PURPOSE), now });
  const rememberPlace = makeRememberPlace({ members, tries });
  const enterAccount = makeEnterAccount({ matchPassword, checkCode, tries });
  const takeMailRoom: TakeMailRoom = (given) =>
    database.transaction((sql) => takeMessageRoom(sql, { ...given, now: now() }, environment.PARLEY_MESSAGE_LIMITS));
  const mail = { mailLink: makeMailLink(bus), takeMailRoom, consoleUrl: `${publicUrlOf(environment)}/console` };
  const onMailFailure = (err: unknown): void =>
    logger.warn('account-mail.failed', { err }, 'A mail with a one-time link could not be sent.');
  return {
    tries,
    sessions: makeManageSessions({ sessions, tenantOf, publishSessionChanged, openSession, now }),
    workspaces: makeSwitchWorkspace({ members, links, sessions, recordVisit, publishSessionChanged, now }),
    signIn: makeSignIn({ members, enterAccount, openSession }),
    joining: makeAcceptInvitation({ links, members, hashPassword, enterAccount, rememberPlace, openSession, now }),
    links: makeFollowLinks({
      links,
      members,
      hashPassword,
      openSession,
      recordVisit,
      publishSessionChanged,
      tries,
      rememberPlace,
      ...mail,
      onMailFailure,
      now,
    }),
    prepareMember: makePrepareMember({ ...members, tenantOf, links, now }),
    me: makeMyAccount({
      members,
      hashPassword,
      verifyPassword,
      encryptSecret: (secret) => cipher.encrypt(secret, TOTP_PURPOSE),
      checkCode,
      tries,
      publishSessionChanged,
      now,
    }),
    members: makeManageMembers({ members, publishSessionChanged, now }),
    invitations: makeManageInvitations({ invitations: links, members, ...mail, now }),
    views: makeManageViews({ views: makeViewStore(database), now }),
    audit,
    requests: makeKeepRequests({ requests: makeRequestStore(database) }),
    keepRequestDays: () => keepRequestDays(database, { today: dayOf(now()), keepDays: REQUESTS_KEPT_DAYS }),
    dropOldKeyHours: () => dropOldKeyHours(database, new Date(now().getTime() - REQUESTS_KEPT_DAYS * DAY_MS)),
    workspace: makeReadWorkspace({ workspace: makeWorkspaceStore(database), now }),
  };
}

/** The use cases of the accounts service, on its real parts. */
export function makeUseCases({ environment, cipher, bus, logger, ...parts }: AccountsParts) {
  const { now = () => new Date() } = parts;
  const database = mapDatabaseErrorsWithPrisma(parts.database);
  const tenants = makeTenantStore(database);
  const erasures = makeErasureStore(database);
  const owners = makeErasureOwners(bus);
  const tenantOf = makeTenantOf(database);
  /** The sessions of members go by their tenant too. */
  const publishKeysChanged = (): void => {
    bus.publishHint(keyChanged, { instanceId: null });
    bus.publishHint(sessionChanged, { sessionId: null });
  };
  const { checkUrl } = openEgress(environment);
  const refuseUrl: RefuseUrl = (url) => egressRefusal(() => checkUrl(url, LOOKUP_KEY));
  const publishKeyChanged = (instanceId: string): void => bus.publishHint(keyChanged, { instanceId });
  const wakeDeliveries = makeWakeDeliveries(bus);
  let wakeErasures = (): void => {};

  return {
    console: makeConsoleUseCases({ environment, cipher, bus, logger, database, now }),
    tenants: makeManageTenants({ ...tenants, publishKeysChanged }),
    credit: makeManageCredit({ ...makeCreditStore(database), now }),
    keys: makeManageKeys({
      keys: makeKeyStore(database),
      tenantOf,
      refuseUrl,
      encryptSecret: (secret) => cipher.encrypt(secret, WEBHOOK_SECRET_PURPOSE),
      publishKeyChanged,
      planLimits: environment.PARLEY_PLAN_LIMITS,
      wakeDeliveries,
      now,
    }),
    platformWebhooks: makeManagePlatformWebhooks({
      webhooks: makePlatformWebhookStore(database),
      tenantOf,
      refuseUrl,
      encryptSecret: (secret) => cipher.encrypt(secret, PLATFORM_SECRET_PURPOSE),
      publishChanged: publishKeyChanged,
      wakeDeliveries,
      now,
    }),
    erasures: makeManageErasures({
      erasures,
      tenantOf,
      isContact: async (tenantId, contactId) => (await owners.findPerson(tenantId, contactId)) !== null,
      publishKeysChanged,
      wakeErasures: () => wakeErasures(),
      now,
    }),
    runErasures: makeRunErasures({
      jobs: erasures,
      owners,
      seal: (person) => cipher.encrypt(JSON.stringify(person), PERSON_PURPOSE),
      open: (sealed) => ErasedPerson.parse(JSON.parse(cipher.decrypt(sealed, PERSON_PURPOSE))),
      leaseMs: ERASURE_LEASE_MS,
      onFailure: ({ id, what, step }, error) =>
        logger.warn(
          'erasure.step-failed',
          { erasure_id: id, what, step, err: error },
          'A step of an erasure failed; it is tried again.',
        ),
      now,
    }),
    eraseMentions: makeEraseMentions(makeMentionStore(database)),
    findDueErasure: erasures.findDue,
    /** Registers a callback that runs when an erasure is due. */
    onErasuresDue: (wake: () => void) => {
      wakeErasures = wake;
    },
  };
}
