/** Returns the link that was pressed, if any. */
export const pressedLink = ({ target }: MouseEvent): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest('a') : null;

/** True if a press opens the link beside this page: in a new tab or window, or as a file. */
export const opensBeside = (
  { target, download }: HTMLAnchorElement,
  { ctrlKey, metaKey, shiftKey, altKey }: MouseEvent,
): boolean => (target !== '' && target !== '_self') || download !== '' || ctrlKey || metaKey || shiftKey || altKey;

/** True for links to a part of the page on which they are. */
export const isAnchorOnPage = ({ origin, pathname, search, hash }: HTMLAnchorElement): boolean =>
  hash !== '' && origin + pathname + search === location.origin + location.pathname + location.search;

/**
 * Scrolls smoothly to a part of the same page.
 * Every other scrolling is instant, because the router's would run through the next page. A
 * navigation ends a running one, which the browser would add to the next page's position.
 */
export function scrollSmoothlyToAnchors(): void {
  const { classList } = document.documentElement;
  let scrolled: string | null = null;
  const scroll = (pathname: string | null) => {
    scrolled = pathname;
    classList.toggle('scrolls-smoothly', pathname !== null);
  };
  const end = () => {
    if (scrolled === null) return;
    scroll(null);
    window.scrollTo({ top: window.scrollY, behavior: 'instant' });
  };
  addEventListener(
    'click',
    (event) => {
      const link = pressedLink(event);
      if (link !== null && isAnchorOnPage(link)) scroll(location.pathname);
      else end();
    },
    { capture: true },
  );
  // A link to a part of the page causes it, too.
  addEventListener('popstate', () => {
    if (location.pathname !== scrolled) end();
  });
  addEventListener('scrollend', () => scroll(null));
}
