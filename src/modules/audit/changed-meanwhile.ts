/** Said when the version that an edit brings is not that of what is stored. */
export const changedMeanwhile =
  'Someone else has changed this since you opened it. Nothing was saved: compare with what is stored now, then save again.';
