import type { Article } from './article.ts';
import { site } from './site.ts';

export const privacy: Article = {
  title: 'Privacy Policy',
  lead: 'What we collect when you shop here, what we do with it, and what we don’t.',
  updatedAt: '2026-11-26',
  sections: [
    {
      id: 'collect',
      title: 'What we collect',
      blocks: [
        {
          list: [
            'Personal information: your name, email address and phone number when you order, create an account or write to us.',
            'Payment information: your card details go straight to our card payment provider. We never see or store a full card number. We store whether a payment succeeded, and its reference.',
            'Addresses: the shipping address and the billing address of your orders.',
            'Order history: what you bought, when, at what price, and where the package went.',
            'Your account: addresses you save, days you log your routine, and progress photos, which only you can see.',
            'What you send us: messages from the contact page, reviews, reasons for returns, and the email address you enter for a discount code or your quiz plan.',
            'Technical data: your IP address, for a short time, to protect the shop from automated traffic and to show you where you’re signed in.',
          ],
        },
      ],
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      blocks: [
        'One cookie holds your cart, one keeps you signed in, and one, which lasts a little over a year, tells your account which browsers you’ve signed in with, so someone guessing your password elsewhere can’t lock you out. A link with a discount code sets one more for a day, which keeps the code for your checkout. Your browser also stores a few things for itself, such as messages you’ve closed, the address you entered for a code and, until you order or close the tab, what you typed at the checkout. None of this includes card data.',
        'We count, without cookies, how many people visit each page and pick each goal in the quiz. For that we turn your IP address and browser into a one-day code that can’t be reversed and is deleted when the day ends.',
        'Advertising measurement runs only if you agree, and never on checkout, account, order or admin pages. If you buy, we tell the advertiser about the purchase, with your contact details only as hashes it can match to people it already knows. We remember your choice for six months, and you can change it at the bottom of every page. If your browser sends the Global Privacy Control signal, it’s never measured.',
      ],
    },
    {
      id: 'use',
      title: 'How we use it',
      blocks: [
        {
          list: [
            'To take your payment, ship your order and tell you where it is.',
            'To reply to you, and to handle returns and refunds.',
            'To protect the shop and its customers against fraud and abuse.',
            'To keep the records the law requires.',
            'To send you offers, if you asked for them. You can unsubscribe any time.',
          ],
        },
      ],
    },
    {
      id: 'sharing',
      title: 'Who we share it with',
      blocks: [
        'We don’t sell your personal information. We share only what others need for your order:',
        {
          list: [
            'our card payment provider, to take payments and make refunds;',
            'the carrier, to deliver your package;',
            'the services that deliver our emails and run our servers;',
            'authorities, where the law requires it.',
          ],
        },
      ],
    },
    {
      id: 'security',
      title: 'How we protect it',
      blocks: [
        'Pages and payments are encrypted in transit. Passwords are stored only as hashes. Only people who work on your order can see it, and changes to orders are logged.',
        'No system is perfectly secure. If something happens that affects you, we’ll tell you.',
      ],
    },
    {
      id: 'keeping',
      title: 'How long we keep it',
      blocks: [
        {
          list: [
            'Unpaid checkouts: 30 days. Guest carts: 90 days.',
            'Orders: as long as the law requires.',
            'The text of emails we send: 90 days. Messages from the contact page: one year.',
            'Email addresses entered for a code or our newsletter: two years, or 30 days after you unsubscribe.',
            'Progress photos and your routine: until you delete them or your account.',
          ],
        },
        'We ask for a review once per order and, if you agreed to emails, remind you once of a cart. Each of these emails has a link to unsubscribe.',
      ],
    },
    {
      id: 'choices',
      title: 'Your choices',
      blocks: [
        'In your account you can correct your details, download your data and delete the account for good. Orders stay in our records as the law requires, no longer linked to you; we keep your email and phone with an order only until it’s complete.',
        'No account? Ask us, and we’ll tell you what we have about you, correct it, or delete it unless the law requires us to keep it.',
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
          '. We reply within 24 hours.',
        ],
      ],
    },
  ],
};
