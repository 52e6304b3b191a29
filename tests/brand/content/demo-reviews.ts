export const demoReviewerNames = ['Ida S.', 'Per N.'] as const;

type DemoReview = {
  customer: string;
  rating: 3 | 4 | 5;
  title: string | null;
  content: string;
  verified: boolean;
  helpful: number;
  daysAgo: number;
  photo?: string;
};

export const demoReviews: DemoReview[] = [
  {
    customer: 'demo-1',
    rating: 5,
    title: 'Cool',
    content: 'It stays cool, and so do I.',
    verified: true,
    helpful: 1,
    daysAgo: 3,
  },
];
