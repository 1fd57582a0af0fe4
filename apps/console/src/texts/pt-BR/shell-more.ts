import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/shell-more.ts';

export default {
  help: {
    help_palette: 'Abrir a lista de telas e comandos',
    help_help: 'Mostrar os atalhos de teclado',
    help_escape: 'Fechar o que está aberto ou sair do campo',
    help_move: 'Percorrer a lista; Enter escolhe',
    help_conversations: 'Conversa seguinte e anterior',
    help_open: 'Abrir a primeira conversa ou entrar na que está aberta',
    help_go: 'Ir para a caixa de entrada; g h para Início, g k para Chaves e assim por diante',
    help_search: 'Buscar mensagens e pessoas',
    help_views: 'Visões salvas da caixa de entrada',
    help_new: 'Escrever para um número novo',
    help_note: 'Escrever uma nota',
    help_send: 'Enviar a resposta',
    help_send_resolve: 'Enviar a resposta, resolver a conversa e abrir a próxima',
    help_sidebar: 'Recolher ou expandir a barra lateral',
  },
  mentions: {
    mentions: 'Menções',
    unread: { one: '{count} menção não lida', many: '{count} menções não lidas', other: '{count} menções não lidas' },
    none: 'Nenhuma nota menciona você ainda.',
    read_all: 'Marcar todas como lidas',
    by: '{author} sobre {name}',
    operator: 'Operador',
    new: 'Nova',
  },
  reason: {
    unknown_link: 'Este link já foi usado ou expirou. Peça um novo.',
    last_owner: 'Um espaço de trabalho precisa de um proprietário. Primeiro, dê essa função a outro membro.',
    too_many_views: 'Você atingiu o limite de visões salvas. Exclua uma primeiro.',
    too_many_labels: 'Você atingiu o limite de etiquetas. Exclua uma primeiro.',
    label_exists: 'Já existe uma etiqueta com este título.',
    unknown_label: 'Esta etiqueta foi excluída.',
    too_many_teams: 'Você atingiu o limite de equipes. Exclua uma primeiro.',
    team_exists: 'Já existe uma equipe com este nome.',
    unknown_team: 'Esta equipe foi excluída.',
    unknown_view: 'Esta visão foi excluída ou você não pode alterá-la.',
    too_many_canned_replies: 'Você atingiu o limite de respostas rápidas. Exclua uma primeiro.',
    member_exists: 'Um membro já usa este e-mail.',
    invalid_hours: 'As ligações podem ter no máximo dois períodos por dia. Junte alguns deles.',
    username_refused:
      'O WhatsApp recusa este nome de usuário: ele está em uso, reservado ou não é permitido, ou foi alterado vezes demais. Escolha outro.',
    username_on_other_number:
      'Outro número desta empresa tem este nome de usuário. Escolha outro ou tire-o daquele número.',
    invalid_username:
      'Um nome de usuário tem de 3 a 35 letras (de a a z), dígitos, pontos e sublinhados, com pelo menos uma letra. Não tem ponto nas pontas nem dois seguidos e não começa com www.',
    insufficient_balance: 'Não há crédito suficiente para este envio. Adicione crédito e tente novamente.',
    unknown_group: 'O celular conectado não está neste grupo.',
    not_group_admin: 'O celular conectado não é administrador deste grupo.',
    not_connected: 'O canal desta conversa está desconectado. Reconecte-o em Canais.',
    no_existing_conversation: 'A janela de atendimento está fechada. Envie um modelo.',
    opted_out: 'Esta pessoa se descadastrou das mensagens de marketing.',
    marketing_limited:
      'O WhatsApp não entrega mais mensagens de marketing a esta pessoa durante um dia. Envie um modelo de outro tipo.',
    account_restricted:
      'O WhatsApp restringe este número: por enquanto ele não pode escrever primeiro a pessoas novas. Respostas não têm limite.',
    paced: 'Este número já iniciou conversas novas o bastante por agora. Tente mais tarde. Respostas não têm limite.',
    graph_error: 'A Meta recusou a mensagem.',
    graph_error_1893063:
      'A plataforma restringe esta conta por enquanto. Quem a administra vê o motivo em Status da conta.',
    graph_error_2534029:
      'O Instagram bloqueou esta conta na API. Quem a administra vê o motivo no app do Instagram, em Status da conta.',
    graph_error_2534041:
      'Esta conta não permite acesso às mensagens. Quem a administra ativa “Permitir acesso às mensagens” no app do Instagram.',
    graph_error_131042:
      'A Meta não tem uma forma de pagamento válida para esta conta do WhatsApp. Adicione uma no Gerenciador do WhatsApp.',
    graph_error_131049: 'O WhatsApp não entrega mais mensagens de marketing a esta pessoa durante um dia.',
    graph_error_131063:
      'Esta conta do WhatsApp envia marketing apenas pela API de mensagens de marketing. Aceite os termos dela, ou permita marketing pela API da nuvem no Gerenciador do WhatsApp.',
    graph_error_131064:
      'A Meta limita os modelos de utilidade desta conta, porque alguns eram marketing. Espere, ou envie-os como marketing.',
    graph_error_132015: 'A Meta pausou este modelo porque as pessoas o avaliaram mal. Altere-o, ou use outro.',
    telegram_error: 'O Telegram recusou a mensagem.',
    tiktok_error: 'O TikTok recusou a mensagem.',
    device_error: 'O celular vinculado não conseguiu enviar a mensagem.',
    provider_timeout: 'A plataforma não respondeu a tempo. A mensagem pode ter sido enviada.',
    idempotency_in_progress: 'Ainda está sendo enviada.',
    unknown_conversation: 'Esta conversa não existe mais.',
    unknown_key: 'Crie uma chave primeiro: todo canal pertence a uma chave.',
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
