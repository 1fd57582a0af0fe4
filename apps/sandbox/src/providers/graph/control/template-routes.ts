import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MessageTemplate } from '../state/business-account.ts';
import { WHATSAPP_SEED } from '../state/seed-whatsapp.ts';
import type { WhatsappState } from '../state/whatsapp-state.ts';
import type { MetaWebhooks } from '../wire/whatsapp/post-webhook.ts';

/** Body of POST /sandbox/templates/wa: a decision of Meta about a template. Each changed property has its webhook. */
export const TemplateDecision = z.object({
  waba_id: z.string().regex(/^\d+$/).default(WHATSAPP_SEED.wabaId),
  name: z.string().min(1),
  language: z.string().default('en'),
  status: z.enum(['APPROVED', 'REJECTED', 'PENDING', 'PAUSED', 'DISABLED', 'ARCHIVED', 'FLAGGED']).optional(),
  /** With REJECTED: Meta's code. */
  reason: z.string().optional(),
  /** With REJECTED: Meta's sentence, and what it recommends. */
  rejection_info: z.object({ reason: z.string(), recommendation: z.string() }).optional(),
  /** With FLAGGED: the date on which Meta disables it. */
  disable_date: z.string().optional(),
  quality: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).optional(),
  category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']).optional(),
  /** Announces this category: the template keeps its own until `upcoming_at` (by default a day from now). */
  upcoming_category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']).optional(),
  upcoming_at: z.iso.datetime({ offset: true }).optional(),
});
type Decision = z.infer<typeof TemplateDecision>;

const DAY_MS = 86_400_000;

/** Meta's decision on the content, as its webhook has it. */
function statusOf(template: MessageTemplate, decision: Decision) {
  const { status = template.status, reason, rejection_info, disable_date } = decision;
  template.status = status;
  template.rejected_reason = status === 'REJECTED' ? (reason ?? 'INVALID_FORMAT') : 'NONE';
  return {
    event: status,
    reason: reason ?? template.rejected_reason,
    message_template_category: template.category,
    ...(rejection_info === undefined ? {} : { rejection_info }),
    ...(disable_date === undefined ? {} : { disable_info: { disable_date } }),
  };
}

/** The announcement of a category, which the template gets later. */
function announcementOf(template: MessageTemplate, category: string, at: number) {
  template.correct_category = category;
  return {
    new_category: template.category,
    correct_category: category,
    category_update_timestamp: Math.floor(at / 1000),
  };
}

/** Applies a decision to the template; returns its webhooks. */
function decide(template: MessageTemplate, decision: Decision, nowMs: number) {
  const { status, quality, category, upcoming_category, upcoming_at } = decision;
  const named = {
    // Graph's answers have ids as strings, webhooks as numbers.
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language.replace('_', '-'),
  };
  const fields: { field: string; value: Record<string, unknown> }[] = [];
  const add = (field: string, value: Record<string, unknown>) => fields.push({ field, value: { ...named, ...value } });
  if (status !== undefined) add('message_template_status_update', statusOf(template, decision));
  if (quality !== undefined) {
    const previous_quality_score = template.quality_score?.score ?? 'UNKNOWN';
    template.quality_score = { score: quality };
    add('message_template_quality_update', { previous_quality_score, new_quality_score: quality });
  }
  if (upcoming_category !== undefined) {
    const at = upcoming_at === undefined ? nowMs + DAY_MS : Date.parse(upcoming_at);
    add('template_category_update', announcementOf(template, upcoming_category, at));
  }
  if (category !== undefined) {
    const previous_category = template.category;
    template.category = category;
    delete template.correct_category;
    add('template_category_update', { previous_category, new_category: category });
  }
  return fields;
}

/** `/sandbox/templates/wa`: Meta's decisions about templates. */
export function templateRoutes(
  app: FastifyInstance,
  deps: { state: WhatsappState; webhooks: MetaWebhooks; now: () => number },
) {
  app.post('/sandbox/templates/wa', async (request, reply) => {
    const given = TemplateDecision.parse(request.body);
    const { templates = [] } = deps.state.businessAccounts.get(given.waba_id) ?? {};
    const template = templates.find(({ name, language }) => name === given.name && language === given.language);
    if (!template) return reply.code(404).send({ ok: false, error: 'unknown_template' });
    const callbacks = [];
    for (const { field, value } of decide(template, given, deps.now()))
      callbacks.push(await deps.webhooks.postField(given.waba_id, field, value));
    return reply.send({ ok: true, template, callbacks });
  });
}
