/** Reasons for rejecting a review. They are about its content, never about its stars. */
export const rejectionReasons = {
  spam: 'Spam',
  not_genuine: 'Not from someone who used the product',
  other_subject: 'Not about the product',
  personal_data: 'Personal information about someone else',
  abusive: 'Insults or threats',
  advertising: 'Advertising or links',
  medical_claim: 'Makes a medical claim',
} as const;

export type RejectionReason = keyof typeof rejectionReasons;
export const rejectionReasonNames = Object.keys(rejectionReasons) as RejectionReason[];

export type ReviewState = 'pending' | 'approved' | 'rejected';
export const reviewStates = ['pending', 'approved', 'rejected', 'all'] as const;

export function reviewState({ isApproved, rejectedAt }: { isApproved: boolean; rejectedAt: Date | null }): ReviewState {
  if (isApproved) return 'approved';
  return rejectedAt === null ? 'pending' : 'rejected';
}

export const maxReplyLength = 1_000;
