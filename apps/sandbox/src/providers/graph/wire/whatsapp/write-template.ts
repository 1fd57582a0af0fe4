import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { BusinessAccount, MessageTemplate, TemplateComponent } from '../../state/business-account.ts';
import type { WhatsappState } from '../../state/whatsapp-state.ts';
import { badParameter } from '../graph-error.ts';
import { refuseComponents, refuseEdit, refuseName, refuseTemplate, TemplateBody } from './template-refusal.ts';

const isAuthentication = (category: string | undefined): boolean => category?.toUpperCase() === 'AUTHENTICATION';

/** Components as Graph lists them: upper case. */
const listed = (components: readonly { type: string }[]): TemplateComponent[] =>
  components.map((component): TemplateComponent => {
    const format =
      'format' in component && typeof component.format === 'string' ? component.format.toUpperCase() : null;
    return { ...component, type: component.type.toUpperCase(), ...(format === null ? {} : { format }) };
  });

/** POST /{waba-id}/message_templates. */
export function createTemplate(state: WhatsappState, account: BusinessAccount, body: unknown): ProviderAnswer {
  const { name, language, category, parameter_format: format, components } = TemplateBody.catch({}).parse(body);
  if (!name) return badParameter('The parameter name is required.');
  if (!language) return badParameter('The parameter language is required.');
  if (!category) return badParameter('The parameter category is required.');
  const refusal =
    refuseName(account.templates, name, language) ??
    refuseComponents(components, isAuthentication(category), state.sampleHandles);
  if (refusal) return refusal;
  const template: MessageTemplate = {
    id: state.nextTemplateId(),
    name,
    language,
    status: 'PENDING',
    category: category.toUpperCase(),
    parameter_format: format?.toUpperCase() === 'NAMED' ? 'NAMED' : 'POSITIONAL',
    components: listed(components ?? []),
    quality_score: { score: 'UNKNOWN' },
    rejected_reason: 'NONE',
  };
  account.templates.push(template);
  return { status: 200, body: { id: template.id, status: template.status, category: template.category } };
}

/** POST /{template-id}: replaces the components; the template is reviewed again. */
export function editTemplate(state: WhatsappState, template: MessageTemplate, body: unknown): ProviderAnswer {
  const { category, components } = TemplateBody.catch({}).parse(body);
  const refusal =
    refuseEdit(template) ??
    (components && refuseComponents(components, isAuthentication(category ?? template.category), state.sampleHandles));
  if (refusal) return refusal;
  if (category && template.status === 'APPROVED')
    return refuseTemplate(
      2_593_002,
      'Category Can’t Be Changed',
      'The category of an approved template cannot be changed.',
    );
  template.category = category?.toUpperCase() ?? template.category;
  if (components) template.components = listed(components);
  template.status = 'PENDING';
  template.rejected_reason = 'NONE';
  return { status: 200, body: { success: true } };
}

const DeleteQuery = z.object({ name: z.string().min(1), hsm_id: z.string().optional() });

/** DELETE /{waba-id}/message_templates: the template of the id, or every language of the name. */
export function deleteTemplates(account: BusinessAccount, query: unknown): ProviderAnswer {
  const given = DeleteQuery.safeParse(query);
  if (!given.success) return badParameter('The parameter name is required.');
  const { name, hsm_id: id } = given.data;
  const isMeant = (template: MessageTemplate): boolean =>
    template.name === name && (id === undefined || template.id === id);
  if (!account.templates.some(isMeant))
    return refuseTemplate(2_593_002, 'Message Template Not Found', `No message template ${name} was found.`);
  account.templates = account.templates.filter((template) => !isMeant(template));
  return { status: 200, body: { success: true } };
}

const UploadQuery = z.object({
  file_length: z.coerce.number().int().min(1),
  file_type: z.enum(['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4']),
});

/** POST /{app-id}/uploads: a session of the resumable upload API. */
export function beginUpload(state: WhatsappState, query: unknown): ProviderAnswer {
  const given = UploadQuery.safeParse(query);
  if (!given.success) return badParameter('Param file_type must be one of the file types of uploads.');
  const id = `upload:${Buffer.from(`sandbox-${state.nextTemplateId()}`).toString('base64url')}`;
  state.uploads.set(id, given.data.file_length);
  return { status: 200, body: { id: `${id}?sig=ARZsandbox` } };
}

/** POST /upload:…: the bytes; the answer is the handle of the file. */
export function takeUpload(state: WhatsappState, id: string, request: FastifyRequest): ProviderAnswer {
  const expected = state.uploads.get(id);
  const { sig } = z.object({ sig: z.string().optional() }).parse(request.query);
  const isSigned = sig === 'ARZsandbox' && request.headers.authorization?.startsWith('OAuth ') === true;
  if (expected === undefined || !isSigned || request.headers.file_offset !== '0')
    return badParameter('The upload session is not valid.');
  if (!Buffer.isBuffer(request.body) || request.body.length !== expected)
    return badParameter('The file has another length than its session.');
  state.uploads.delete(id);
  const handle = `4::${Buffer.from(id).toString('base64url')}`;
  state.sampleHandles.add(handle);
  return { status: 200, body: { h: handle } };
}
