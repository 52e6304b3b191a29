/** Message for an edit whose version token does not match the stored record. */
export const changedMeanwhile =
  'Someone else has changed this since you opened it. Nothing was saved: compare with what is stored now, then save again.';
