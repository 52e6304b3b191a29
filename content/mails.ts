import { stills } from './media.ts';
import { site } from './site.ts';

type MailPicture = { src: string; width: number; height: number; alt: string };

/** Pictures in emails, below what the reader needs first. Missing kinds have none. */
const pictures: Partial<Record<'order_confirmation' | 'order_shipped', MailPicture>> = {
  order_confirmation: { src: '/media/mailglide.jpg', width: 988, height: 556, alt: stills.glide.alt },
  order_shipped: { src: '/media/mailcalm.jpg', width: 988, height: 556, alt: stills.calm.alt },
};

/** Look and signature of the shop's emails. Their text is in the module that sends them. */
export const mails = {
  /** Sender used while MAIL_FROM is not set. */
  from: 'halorosa <hello@halorosa.example>',
  help: `Just reply. We’re here ${site.supportHours}.`,
  pictures,
  pictureNote: 'Computer-generated illustration',
  /** Logo above the card. Both inks of it are legible on light and on dark. */
  logo: { src: '/media/maillogo.png', width: 137, height: 30 },
  returns: {
    label: 'NOT FOR YOU?',
    text: (guaranteeDays: number) =>
      `Try it for ${guaranteeDays} days. If you change your mind, open your order, choose “Return an item”, and we’ll email you a free label.`,
  },
  colors: {
    berry: '#be123c',
    ink: '#33232a',
    soft: '#6b5560',
    line: '#ecd8d1',
    blush: '#fbe9e3',
    cream: '#fdf6f2',
  },
  /** Colors for mail clients in dark mode. */
  dark: {
    page: '#1f1519',
    card: '#2b1e23',
    panel: '#3a2830',
    ink: '#fbeee9',
    soft: '#d9bfc1',
    accent: '#fda4af',
    line: '#46323a',
  },
};
