import type { Article } from './article.ts';
import { site } from './site.ts';

export const privacy: Article = {
  title: 'Privacy Policy',
  lead: 'What we learn about you when you shop here, what we do with it, and what we leave alone.',
  updatedAt: '2026-11-25',
  sections: [
    {
      id: 'collect',
      title: 'What we collect',
      blocks: [
        {
          list: [
            'Personal information: your name, email address and phone number when you order, open an account or write to us.',
            'Payment information: your card details go straight to our card payment provider. We never see or keep a full card number. We keep whether a payment worked, and its reference.',
            'Addresses: the shipping address and the billing address of your orders.',
            'Order history: what you bought, when, at what price, and how the parcel travelled.',
            'Your account: addresses that you save, the days on which you log your routine, and progress photos, which only you can open.',
            'What you send us: messages from the contact page, reviews, why something comes back, and the email address you leave for a discount code or your quiz plan.',
            'Technical data: your network address, for a short time, to keep programs from flooding the shop and to show you where you are signed in.',
          ],
        },
      ],
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      blocks: [
        'A cookie tells us which cart is yours, another keeps you signed in, and a third, which stays for a little over a year, tells your account in which browsers you have signed in: whoever guesses at your password elsewhere does not lock you out. Your browser also remembers small things for itself, such as a message that you have closed, the address that you left for a code, and, until you order or close the tab, what you typed at the checkout. None of this holds card data.',
        'We count, without cookies, how many people visit which page and name which goal in the quiz: your network address and browser are turned into a name that is good for one day, cannot be turned back, and is thrown away with the day.',
        'Advertising measurement runs only if you agree to it, and never on checkout, account, order or admin pages. If you buy, the advertiser is told of the purchase, with your contact details only as hashes that it can match with people whom it knows already. Your choice is remembered for half a year, and you can change it at the foot of every page; a browser that sends the Global Privacy Control signal is never measured.',
      ],
    },
    {
      id: 'use',
      title: 'How we use it',
      blocks: [
        {
          list: [
            'To take your payment, send your parcel and tell you where it is.',
            'To answer you, and to handle returns and refunds.',
            'To protect the shop and its customers against fraud and abuse.',
            'To keep the books that the law asks us to keep.',
            'To send you offers, if you asked for them. You can stop them at any time.',
          ],
        },
      ],
    },
    {
      id: 'sharing',
      title: 'With whom we share it',
      blocks: [
        'We do not sell your personal information. Only those who need a part of it for your order receive that part:',
        {
          list: [
            'our card payment provider, to take payments and to give refunds;',
            'the carrier, to bring your parcel to your door;',
            'the services that deliver our emails and run our servers;',
            'authorities, where the law obliges us.',
          ],
        },
      ],
    },
    {
      id: 'security',
      title: 'How we protect it',
      blocks: [
        'Pages and payments are encrypted on their way. Passwords are stored only in a form from which they cannot be read back. Within the shop, only people who work on your order can see it, and changes to orders are recorded.',
        'No system is perfectly safe. If something happened that concerns you, we would tell you.',
      ],
    },
    {
      id: 'keeping',
      title: 'How long we keep it',
      blocks: [
        {
          list: [
            'Checkouts that were not paid: 30 days. Carts of guests: 90 days.',
            'Orders: as long as the law wants books to be kept.',
            'The text of our emails: 90 days. Messages from the contact page: one year.',
            'Email addresses that you left for a code or our letters: two years, or 30 days after you stop them.',
            'Photos of your progress and your routine: until you delete them or your account.',
          ],
        },
        'We ask once per order for a review, and remind you once of a cart if you agreed to letters. A link in each of these emails stops them.',
      ],
    },
    {
      id: 'choices',
      title: 'Your choices',
      blocks: [
        'In your account you can correct your details, download what we keep of you, and delete the account for good. Orders stay in our books as the law asks, parted from you; we keep your email and phone with an order only until it is complete.',
        'Without an account, ask us: we tell you what we hold about you, correct it, or delete it as far as the law does not oblige us to keep it.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      blocks: [
        [
          'Questions about your data? Write to us through the ',
          { to: '/contact', label: 'contact page' },
          ' or at ',
          { to: `mailto:${site.supportEmail}`, label: site.supportEmail },
          '. We answer within 24 hours.',
        ],
      ],
    },
  ],
};
