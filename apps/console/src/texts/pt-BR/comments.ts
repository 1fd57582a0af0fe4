import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/comments.ts';

export default {
  comments: {
    title: 'Comentários',
    platform: 'Plataforma',
    fb: 'Facebook',
    ig: 'Instagram',
    tt: 'TikTok',
    empty: 'Nenhum comentário ainda',
    empty_lead: 'Os comentários nas publicações das suas páginas e contas conectadas aparecem aqui.',
    post: 'Publicação',
    open_post: 'Abrir a publicação no Facebook',
    all_posts: 'Comentários de todas as publicações',
    hidden: 'Nome oculto',
    replied: 'Respondido',
    in_reply: 'em resposta a outro comentário',
    own: 'Sua conta',
    removed: 'Este comentário foi removido ou ocultado.',
    edited: 'editado',
    image: 'Abrir imagem',
    video: 'Abrir vídeo',
    direct: 'Abrir a conversa privada',
    answer: 'Responder',
    publicly: 'Resposta pública',
    publicly_hint: 'Todos a veem abaixo do comentário. É gratuita.',
    privately: 'Mensagem privada',
    privately_hint:
      'Opcional: uma mensagem só para esta pessoa, pelo preço de uma mensagem. Uma por comentário, em até 7 dias.',
    publish: 'Publicar',
    published: 'A resposta foi publicada.',
    sent: 'A mensagem privada foi enviada.',
    not_sent: 'A resposta foi publicada, mas a mensagem privada falhou:',
    open: 'Abrir a conversa',
    older: 'Comentários mais antigos',
    newest: 'Comentários mais recentes',
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
