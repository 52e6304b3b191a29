/** Refusals of removing the sample data. */
export const sampleRefusals = {
  none_left: 'The sample data was already removed.',
};
