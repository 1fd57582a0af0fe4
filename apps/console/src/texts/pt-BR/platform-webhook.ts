import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/platform-webhook.ts';

export default {
  platformWebhook: {
    tenant: 'Webhook da plataforma',
    deployment: 'Webhook da instalação',
    make: 'Configurar webhook',
    change: 'Editar',
    empty: 'Nenhum webhook da plataforma ainda',
    empty_lead: 'Configure-o para acompanhar conversas, bots e notificações em um sistema seu.',
    url: 'URL',
    url_hint: 'Uma URL https sua; cada evento é assinado com o segredo dela.',
    events: 'Eventos',
    lacks_event: 'Escolha pelo menos um evento.',
    secret: 'Segredo de assinatura',
    secret_lead: 'Copie agora: ele é mostrado só uma vez. O segredo anterior também assina por 24 horas.',
    health: 'Saúde',
    rotate: 'Trocar segredo',
    rotate_title: 'Trocar o segredo de assinatura?',
    rotate_lead:
      'O destino precisa do novo segredo. Só um segredo anterior continua válido, por 24 horas: trocar de novo nesse período interrompe um destino que ainda use o mais antigo.',
    delete: 'Excluir',
    delete_title: 'Excluir o webhook da plataforma?',
    delete_lead: 'As entregas que aguardam terminam como falha. Não é possível desfazer.',
    deliveries: 'Entregas',
    no_deliveries: 'Nenhuma entrega ainda. Envie um evento de teste.',
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
