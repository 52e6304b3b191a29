/** Claim about the samples below in `demo-about.ts`. */
const to = '/science#claim-demo-endorsements';

const noLogo = { src: '', width: 1, height: 1 };

/** Invented press, expert, certificates and user test of a demo shop. A live shop has none. */
export const demoEndorsements = {
  press: [
    {
      name: 'The Example Edit',
      logo: noLogo,
      quote: 'One button, one minute, and the serum you already own.',
      to,
    },
    {
      name: 'Morning Example',
      logo: noLogo,
      quote: 'The rare gadget that asks for less time than the kettle.',
      to,
    },
    {
      name: 'Example & Vanity',
      logo: noLogo,
      quote: 'It hums softly, travels well and needs no app.',
      to,
    },
  ],
  experts: [
    {
      name: 'Mara Ellis',
      title: 'Esthetician',
      sentence: 'I like tools that leave no excuse. A minute with your own serum is a routine people keep.',
    },
  ],
  certificates: [
    { name: 'FCC', to },
    { name: 'CE', to },
    { name: 'RoHS', to },
  ],
  tests: [
    {
      figure: '41 of 50',
      text: 'still reached for it every evening after four weeks',
      people: 50,
      method: 'Used at home, one questionnaire at the end',
      date: '2026-09-15',
    },
  ],
};
