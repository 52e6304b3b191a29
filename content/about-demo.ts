/** Sample figures of a demo shop; a live shop never shows them. */
export const demoImpact = [
  { figure: '2,800+', text: 'happy customers' },
  { figure: '4.9', text: 'average rating of 5' },
];
