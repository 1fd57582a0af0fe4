/** The owner of a platform webhook. */
export type Scope = 'tenant' | 'deployment';

/** The same operations by owner. */
export const OPERATIONS = {
  tenant: {
    get: 'get-tenant-platform-webhook',
    set: 'set-tenant-platform-webhook',
    delete: 'delete-tenant-platform-webhook',
    rotate: 'rotate-tenant-platform-secret',
    check: 'check-tenant-platform-webhook',
    test: 'test-tenant-platform-webhook',
    pause: 'pause-tenant-platform-webhook',
    resume: 'resume-tenant-platform-webhook',
  },
  deployment: {
    get: 'get-platform-webhook',
    set: 'set-platform-webhook',
    delete: 'delete-platform-webhook',
    rotate: 'rotate-platform-secret',
    check: 'check-platform-webhook',
    test: 'test-platform-webhook',
    pause: 'pause-platform-webhook',
    resume: 'resume-platform-webhook',
  },
} as const;
