import { Badge } from '../components/badge.tsx';

/** Mark of what a demo shop began with. */
export const SampleBadge = () => <Badge>Sample</Badge>;
