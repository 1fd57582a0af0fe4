import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BusinessAccount } from '../state/business-account.ts';
import { WHATSAPP_SEED } from '../state/seed-whatsapp.ts';
import type { WhatsappState } from '../state/whatsapp-state.ts';

const Component = z
  .object({
    type: z.string(),
    format: z.string().optional(),
    text: z.string().optional(),
    example: z.unknown().optional(),
  })
  .loose();
const Template = z.object({
  id: z.string().optional(),
  name: z.string().min(1),
  language: z.string().default('en'),
  status: z.string().default('APPROVED'),
  category: z.string().default('UTILITY'),
  parameter_format: z.enum(['POSITIONAL', 'NAMED']).default('POSITIONAL'),
  rejected_reason: z.string().optional(),
  quality_score: z.object({ score: z.string() }).optional(),
  /** Shorthand for one BODY component. */
  body: z.string().optional(),
  components: z.array(Component).optional(),
});
/** Body of POST /sandbox/accounts/wa: given fields change, the others stay. */
export const WhatsappAccount = z.object({
  waba_id: z.string().regex(/^\d+$/).default(WHATSAPP_SEED.wabaId),
  token: z.string().min(1).optional(),
  token_state: z.enum(['valid', 'expired']).optional(),
  locked: z.boolean().optional(),
  subscribed: z.boolean().optional(),
  phone_number_id: z.string().regex(/^\d+$/).optional(),
  number: z
    .string()
    .regex(/^\d{7,15}$/)
    .optional(),
  verified_name: z.string().optional(),
  quality_rating: z.string().min(1).optional(),
  messaging_limit_tier: z.string().min(1).optional(),
  registered: z.boolean().optional(),
  templates: z.array(Template).default([]),
});

/** `/sandbox/accounts/wa`: adds or changes business accounts, their numbers and their templates. */
export function whatsappAccountRoutes(app: FastifyInstance, state: WhatsappState) {
  app.post('/sandbox/accounts/wa', async (request) => {
    const given = WhatsappAccount.parse(request.body ?? {});
    const account = state.businessAccounts.get(given.waba_id) ?? emptyAccount(given.waba_id);
    account.token = given.token ?? account.token;
    account.tokenState = given.token_state ?? account.tokenState;
    account.locked = given.locked ?? account.locked;
    account.subscribed = given.subscribed ?? account.subscribed;
    if (given.phone_number_id !== undefined) putNumber(account, given.phone_number_id, given);
    for (const { body, ...template } of given.templates) {
      const components = template.components ?? [{ type: 'BODY', text: body ?? '' }];
      const same = (known: { name: string; language: string }) =>
        known.name === template.name && known.language === template.language;
      account.templates = account.templates.filter((known) => !same(known));
      account.templates.push({ ...template, id: template.id ?? state.nextTemplateId(), components });
    }
    state.addBusinessAccount(account);
    return { ok: true, account };
  });
}

function emptyAccount(id: string): BusinessAccount {
  return {
    id,
    name: `Business ${id}`,
    token: WHATSAPP_SEED.token,
    tokenState: 'valid',
    locked: false,
    subscribed: true,
    overrideCallbackUri: null,
    numbers: [],
    templates: [],
  };
}

function putNumber(account: BusinessAccount, id: string, given: z.infer<typeof WhatsappAccount>) {
  const known = account.numbers.find((number) => number.id === id);
  const number = known ?? {
    id,
    wabaId: account.id,
    number: id.slice(-11).padStart(11, '1'),
    verifiedName: account.name,
    qualityRating: 'GREEN',
    messagingLimitTier: 'TIER_1K',
    registered: true,
  };
  number.number = given.number ?? number.number;
  number.verifiedName = given.verified_name ?? number.verifiedName;
  number.qualityRating = given.quality_rating ?? number.qualityRating;
  number.messagingLimitTier = given.messaging_limit_tier ?? number.messagingLimitTier;
  number.registered = given.registered ?? number.registered;
  if (!known) account.numbers.push(number);
}
