/** Reasons for rejecting a review. They are about its content, never about its stars. */
export const rejectionReasons = {
  spam: 'Spam',
  not_genuine: 'Not by someone who used the product',
  other_subject: 'Not about the product',
  personal_data: 'Names or data of other people',
  abusive: 'Insults or threats',
  advertising: 'Advertising or links',
  medical_claim: 'Claims a medical effect',
} as const;

export type RejectionReason = keyof typeof rejectionReasons;
export const rejectionReasonNames = Object.keys(rejectionReasons) as RejectionReason[];

export type ReviewState = 'pending' | 'approved' | 'rejected';
export const reviewStates = ['pending', 'approved', 'rejected', 'all'] as const;

export function reviewState({ isApproved, rejectedAt }: { isApproved: boolean; rejectedAt: Date | null }): ReviewState {
  if (isApproved) return 'approved';
  return rejectedAt === null ? 'pending' : 'rejected';
}

/** Review that an admin chose, with its state when the list was loaded. */
export type ChosenReview = { id: string; seen: string };

export const maxReplyLength = 1_000;
