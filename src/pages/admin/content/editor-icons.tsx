import { icon } from '#ui/icons.tsx';

export { TrashIcon } from '#ui/icons.tsx';

export const ArrowUpIcon = icon(<path d="M12 19V5m-6 6 6-6 6 6" />);
export const ArrowDownIcon = icon(<path d="M12 5v14m6-6-6 6-6-6" />);
