/** Files of a response. */
export const maxDisputeFiles = 20;

/** Characters of one text. */
export const maxEvidenceText = 20_000;
