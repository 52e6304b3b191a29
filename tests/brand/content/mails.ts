type MailPicture = { src: string; width: number; height: number; alt: string };

const pictures: Partial<Record<'order_confirmation' | 'order_shipped', MailPicture>> = {};

export const mails = {
  pictures,
  pictureNote: '',
  from: 'Calmstone <hello@calmstone.example>',
  help: 'Just reply, a person reads it.',
  logo: { src: '/icon-192.png', width: 40, height: 40 },
  returns: { label: 'NOT FOR YOU?', text: (days: number) => `Send it back within ${days} days.` },
  colors: {
    berry: '#2f6f5e',
    ink: '#1d2b27',
    soft: '#50635c',
    line: '#d5e2dd',
    blush: '#e6f0ec',
    cream: '#f4f8f6',
  },
  dark: {
    page: '#101816',
    card: '#182320',
    panel: '#22312c',
    ink: '#eaf3ef',
    soft: '#b3c7bf',
    accent: '#8fd3bd',
    line: '#31453e',
  },
};
