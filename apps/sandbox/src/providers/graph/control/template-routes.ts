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
  status: z.enum(['APPROVED', 'REJECTED', 'PENDING', 'PAUSED', 'DISABLED', 'ARCHIVED']).optional(),
  /** With REJECTED: Meta's code. */
  reason: z.string().optional(),
  quality: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).optional(),
  category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']).optional(),
});
type Decision = z.infer<typeof TemplateDecision>;

/** Applies a decision to the template; returns its webhooks. */
function decide(template: MessageTemplate, { status, reason, quality, category }: Decision) {
  const named = {
    // Graph's answers have ids as strings, webhooks as numbers.
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language.replace('_', '-'),
  };
  const fields: { field: string; value: Record<string, unknown> }[] = [];
  if (status !== undefined) {
    template.status = status;
    template.rejected_reason = status === 'REJECTED' ? (reason ?? 'INVALID_FORMAT') : 'NONE';
    const value = { event: status, ...named, reason: reason ?? template.rejected_reason };
    const message_template_category = template.category;
    fields.push({ field: 'message_template_status_update', value: { ...value, message_template_category } });
  }
  if (quality !== undefined) {
    const previous_quality_score = template.quality_score?.score ?? 'UNKNOWN';
    template.quality_score = { score: quality };
    const value = { previous_quality_score, new_quality_score: quality, ...named };
    fields.push({ field: 'message_template_quality_update', value });
  }
  if (category !== undefined) {
    const previous_category = template.category;
    template.category = category;
    fields.push({ field: 'template_category_update', value: { ...named, previous_category, new_category: category } });
  }
  return fields;
}

/** `/sandbox/templates/wa`: Meta's decisions about templates. */
export function templateRoutes(app: FastifyInstance, deps: { state: WhatsappState; webhooks: MetaWebhooks }) {
  app.post('/sandbox/templates/wa', async (request, reply) => {
    const given = TemplateDecision.parse(request.body);
    const { templates = [] } = deps.state.businessAccounts.get(given.waba_id) ?? {};
    const template = templates.find(({ name, language }) => name === given.name && language === given.language);
    if (!template) return reply.code(404).send({ ok: false, error: 'unknown_template' });
    const callbacks = [];
    for (const { field, value } of decide(template, given))
      callbacks.push(await deps.webhooks.postField(given.waba_id, field, value));
    return reply.send({ ok: true, template, callbacks });
  });
}
