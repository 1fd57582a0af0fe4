import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/shell-more.ts';

export default {
  help: {
    help_palette: 'Abrir la lista de pantallas y acciones',
    help_help: 'Mostrar los atajos de teclado',
    help_escape: 'Cerrar lo que esté abierto o salir del campo',
    help_move: 'Moverse por la lista; Enter elige',
    help_conversations: 'Conversación siguiente y anterior',
    help_open: 'Abrir la primera conversación o entrar en la que está abierta',
    help_go: 'Ir a la bandeja de entrada; g h a Inicio, g k a Claves, etc.',
    help_search: 'Buscar mensajes y personas',
    help_views: 'Vistas guardadas de la bandeja de entrada',
    help_new: 'Escribir a un número nuevo',
    help_note: 'Escribir una nota',
    help_send: 'Enviar la respuesta',
    help_send_resolve: 'Enviar la respuesta, resolver la conversación y abrir la siguiente',
    help_sidebar: 'Contraer o expandir la barra lateral',
  },
  mentions: {
    mentions: 'Menciones',
    unread: {
      one: '{count} mención no leída',
      many: '{count} menciones no leídas',
      other: '{count} menciones no leídas',
    },
    none: 'Ninguna nota te menciona todavía.',
    read_all: 'Marcar todas como leídas',
    by: '{author} sobre {name}',
    operator: 'Operador',
    new: 'Nueva',
  },
  reason: {
    unknown_link: 'Este enlace ya se usó o caducó. Pide uno nuevo.',
    last_owner: 'Un espacio de trabajo necesita un propietario. Da antes ese rol a otro miembro.',
    too_many_views: 'Llegaste al límite de vistas guardadas. Elimina antes una.',
    too_many_labels: 'Llegaste al límite de etiquetas. Elimina antes una.',
    label_exists: 'Ya hay una etiqueta con este título.',
    unknown_label: 'Esta etiqueta se eliminó.',
    too_many_teams: 'Llegaste al límite de equipos. Elimina antes uno.',
    team_exists: 'Ya hay un equipo con este nombre.',
    unknown_team: 'Este equipo se eliminó.',
    unknown_view: 'Esta vista se eliminó o no puedes cambiarla.',
    too_many_canned_replies: 'Llegaste al límite de respuestas rápidas. Elimina antes una.',
    member_exists: 'Ya hay un miembro con este correo.',
    invalid_hours: 'Las llamadas pueden tener como máximo dos periodos al día. Une algunos.',
    username_refused:
      'WhatsApp rechaza este nombre de usuario: está en uso, reservado o no permitido, o se cambió demasiadas veces. Elige otro.',
    username_on_other_number:
      'Otro número de esta empresa tiene este nombre de usuario. Elige otro o quítaselo a ese número.',
    invalid_username:
      'Un nombre de usuario tiene de 3 a 35 letras (de la a a la z), cifras, puntos y guiones bajos, con al menos una letra. No tiene puntos en los extremos ni dos seguidos, y no empieza por www.',
    insufficient_balance: 'No hay crédito suficiente para enviarlo. Agrega crédito e inténtalo de nuevo.',
    unknown_group: 'El teléfono vinculado no está en este grupo.',
    not_group_admin: 'El teléfono vinculado no es administrador de este grupo.',
    not_connected: 'El canal de esta conversación está desconectado. Vuelve a conectarlo en Canales.',
    no_existing_conversation: 'La ventana de respuesta está cerrada. Envía una plantilla.',
    opted_out: 'Esta persona se dio de baja de los mensajes de marketing.',
    marketing_limited:
      'WhatsApp no entrega más mensajes de marketing a esta persona durante un día. Envíe una plantilla de otro tipo.',
    account_restricted:
      'WhatsApp restringe este número: por ahora no puede escribir primero a personas nuevas. Las respuestas no tienen límite.',
    paced:
      'Este número ya ha iniciado suficientes chats nuevos por ahora. Inténtalo más tarde. Las respuestas no tienen límite.',
    graph_error: 'Meta rechazó el mensaje.',
    graph_error_1893063: 'La plataforma limita esta cuenta por ahora. Su titular ve el motivo en Estado de la cuenta.',
    graph_error_2534029:
      'Instagram bloqueó esta cuenta en su API. Su titular ve el motivo en la app de Instagram, en Estado de la cuenta.',
    graph_error_2534041:
      'Esta cuenta no permite el acceso a sus mensajes. Su titular activa «Permitir acceso a los mensajes» en la app de Instagram.',
    graph_error_131042:
      'Meta no tiene un método de pago válido para esta cuenta de WhatsApp. Añada uno en el administrador de WhatsApp.',
    graph_error_131049: 'WhatsApp no entrega más mensajes de marketing a esta persona durante un día.',
    graph_error_131063:
      'Esta cuenta de WhatsApp envía marketing solo por la API de mensajes de marketing. Acepte sus condiciones, o permita el marketing por la API de la nube en el administrador de WhatsApp.',
    graph_error_131064:
      'Meta limita las plantillas de utilidad de esta cuenta, porque algunas eran de marketing. Espere, o envíelas como marketing.',
    graph_error_132015: 'Meta pausó esta plantilla porque las personas la valoraron mal. Cámbiela, o use otra.',
    telegram_error: 'Telegram rechazó el mensaje.',
    tiktok_error: 'TikTok rechazó el mensaje.',
    device_error: 'El teléfono vinculado no pudo enviar el mensaje.',
    provider_timeout: 'La plataforma no respondió a tiempo. Puede que el mensaje se haya enviado.',
    idempotency_in_progress: 'Todavía se está enviando.',
    unknown_conversation: 'Esta conversación ya no existe.',
    unknown_key: 'Crea antes una clave: cada canal pertenece a una clave.',
  },
} satisfies CatalogueIn<'es', typeof english>;
