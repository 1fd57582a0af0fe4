import { randomBytes } from 'node:crypto';
import type { Channel, CommentPlatform } from '@parley/common/channels';
import { type Cipher, makeCipher } from '@parley/database/encryption';
import { sealCredentials } from '@parley/messaging/accounts/credentials';
import type { CommentOn, SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { type Sandbox, startSandbox } from '@parley/sandbox/start-sandbox';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { makeTestTenant, type TestTenant } from '@parley/testing/factories/test-tenant';
import type { CommentsParts } from '../src/service.ts';

export interface TestAccount {
  rowId: number;
  platform: CommentPlatform;
  externalId: string;
  name: string;
  posts: string[];
}

export interface StoredEvent {
  type: string;
  createdAt: Date;
  conversationId: number | null;
  data: Record<string, unknown>;
}

/** The service's database and the emulated providers, with helpers to read them. */
export interface CommentsFixture extends AsyncDisposable {
  database: TestDatabase;
  sandbox: Sandbox;
  /** Settings of a service that calls the emulated providers. */
  environment: CommentsParts['environment'];
  cipher: Cipher;
  /** A tenant with a key that is subscribed to every event. */
  makeTenant(channels?: Channel[]): Promise<TestTenant>;
  /** Connects an account that the sandbox knows. */
  connect(tenant: TestTenant, platform: CommentPlatform, given?: { connectedAt?: Date }): Promise<TestAccount>;
  /** Connects an account by a provider id that the sandbox does not know. */
  hold(tenant: TestTenant, platform: CommentPlatform, externalId: string): Promise<void>;
  /** Stores credentials, like services/channel-connect after a renewal. */
  keepCredentials(account: TestAccount, credentials: Record<string, string>): Promise<void>;
  /** The driver of the emulated providers. */
  driver: SandboxDriver;
  /** Writes a comment at the provider; returns its id. */
  write(account: TestAccount, person: string, body?: CommentOn<CommentPlatform>): Promise<string>;
  /** Texts of the public replies that Parley published at the provider. */
  published(account: TestAccount): Promise<string[]>;
  events(tenant: TestTenant): Promise<StoredEvent[]>;
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

let nextId = 1;
const freshId = (): string => String(nextId++).padStart(9, '0');

async function connectAtProvider(driver: SandboxDriver, platform: CommentPlatform) {
  const id = freshId();
  if (platform === 'tt') {
    const open_id = `-000open${id}`;
    const posts = [`73100000${id}02`, `73100000${id}01`];
    const videos = posts.map((post, at) => ({
      id: post,
      created_at: new Date(Date.UTC(2026, 0, 9 - at)).toISOString(),
    }));
    await driver.tiktok.putAccount({ open_id, username: `shop${id}`, display_name: `Shop ${id}`, videos });
    const { access_token, refresh_token } = await driver.tiktok.issueTokens(open_id);
    return { externalId: open_id, name: `Shop ${id}`, posts, credentials: { access_token, refresh_token } };
  }
  const pageId = `19080${id}`;
  const igId = `17841${id}`;
  const token = `token-${id}`;
  const [posts, media] = [
    [`${pageId}_1221${id}`, `${pageId}_1222${id}`],
    [`1790${id}`, `1791${id}`],
  ];
  const instagram = { id: igId, username: `shop.${id}`, name: `shop.${id}` };
  await driver.graph.putPage({ id: pageId, name: `Page ${id}`, token, instagram, posts, media });
  const credentials = { access_token: token, page_id: pageId };
  return platform === 'fb'
    ? { externalId: pageId, name: `Page ${id}`, posts, credentials }
    : { externalId: igId, name: `shop.${id}`, posts: media, credentials };
}

/** A database and the emulated providers; `now` is the providers' clock. */
export async function openFixture(now?: () => number): Promise<CommentsFixture> {
  const database = await createTestDatabase();
  const sandbox = await startSandbox({
    metaAppSecret: 'secret',
    metaVerifyToken: 'verify',
    callbackOrigin: null,
    ...(now ? { now } : {}),
  });
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  const { prisma } = database.db;
  const { driver } = sandbox;
  const sealed = (credentials: Record<string, string>): string => sealCredentials(cipher, credentials);
  const rows: CommentsFixture['rows'] = async <Row>(text: string, values: unknown[] = []) =>
    (await database.db.query<Row>({ text, values })).rows;
  return {
    database,
    sandbox,
    environment: {
      PARLEY_GRAPH_URL: sandbox.url,
      PARLEY_META_GRAPH_VERSION: 'v23.0',
      PARLEY_META_APP_SECRET: 'secret',
      PARLEY_INSTAGRAM_GRAPH_URL: `${sandbox.url}/instagram`,
      PARLEY_INSTAGRAM_OAUTH_URL: `${sandbox.url}/instagram`,
      PARLEY_TIKTOK_URL: sandbox.url,
      PARLEY_TIKTOK_APP_ID: 'demo-tiktok-app',
      PARLEY_TIKTOK_APP_SECRET: 'sandbox-tiktok-secret',
      PARLEY_TIKTOK_POLL_SECONDS: 3600,
      // Shorter than in operation, because tests wait for it.
      PARLEY_PROVIDER_TIMEOUT_MS: 2000,
    },
    cipher,
    driver,
    rows,
    makeTenant: (channels) => makeTestTenant(database.db, channels),
    async connect(tenant, platform, { connectedAt = new Date(Date.now() - 3600_000) } = {}) {
      const { credentials, ...account } = await connectAtProvider(driver, platform);
      const row = await prisma.channelAccount.create({
        data: {
          tenantId: tenant.id,
          channel: platform,
          externalId: account.externalId,
          name: account.name,
          credentials: sealed(credentials),
          connectedAt,
        },
      });
      return { ...account, platform, rowId: row.id };
    },
    async hold({ id: tenantId }, channel, externalId) {
      const given = { name: 'Recorded', credentials: '', connectedAt: new Date(0) };
      await prisma.channelAccount.create({ data: { tenantId, channel, externalId, ...given } });
    },
    async keepCredentials({ rowId }, credentials) {
      await prisma.channelAccount.update({ where: { id: rowId }, data: { credentials: sealed(credentials) } });
    },
    async write(account, person, body = {}) {
      const comment = { account: account.externalId, ...body };
      return (await driver.profile(account.platform).customerComments(person, comment)).comment_id;
    },
    async published({ platform, externalId }) {
      if (platform === 'tt') {
        const comments = await driver.tiktok.comments({ account: externalId });
        return comments.filter(({ owner }) => owner).map(({ text }) => text);
      }
      const comments = await driver.graph.comments({ channel: platform, account: externalId, own: 'true' });
      return comments.map(({ text }) => text);
    },
    async events(tenant) {
      const events = await prisma.event.findMany({ where: { tenantId: tenant.id }, orderBy: { seq: 'asc' } });
      return events.map(({ type, data, createdAt, conversationId }) => ({
        type,
        createdAt,
        conversationId,
        data: JSON.parse(data),
      }));
    },
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      await database.drop();
    },
  };
}
