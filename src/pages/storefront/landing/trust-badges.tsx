import { trustBadges } from '#content/home.ts';
import { BoxIcon, LockIcon, ReturnIcon, TruckIcon } from '#ui/icons.tsx';

const icons = { truck: TruckIcon, return: ReturnIcon, box: BoxIcon, lock: LockIcon };

/** What the shop promises about every order, in a row. */
export function TrustBadges() {
  return (
    <ul className="mx-auto mt-20 grid max-w-6xl grid-cols-2 gap-x-6 gap-y-10 px-6 md:mt-32 lg:grid-cols-4">
      {trustBadges.map(({ icon, title, text }) => {
        const Icon = icons[icon];
        return (
          <li key={title} className="flex flex-col items-center text-center">
            <span className="flex size-14 items-center justify-center rounded-full bg-blush text-copper">
              <Icon className="size-7" />
            </span>
            <span className="mt-3 font-medium leading-snug">{title}</span>
            <span className="mt-1 text-sm text-soft">{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
