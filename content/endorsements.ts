/** Press, experts, certificates and user tests of an empty shop: none. */
export const endorsements = {
  title: 'Don’t take our word for it',
  press: [],
  experts: [],
  certificates: [],
  tests: [],
};
