/** Returns the link that was pressed, if any. */
export const pressedLink = ({ target }: MouseEvent): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest('a') : null;

/** True for links to a part of the page on which they are. */
export const isAnchorOnPage = ({ origin, pathname, search, hash }: HTMLAnchorElement): boolean =>
  hash !== '' && origin + pathname + search === location.origin + location.pathname + location.search;

/**
 * Scrolls smoothly to a part of the same page.
 * Every other scrolling is instant, because the router's would run through the next page.
 */
export function scrollSmoothlyToAnchors(): void {
  const { classList } = document.documentElement;
  const setSmooth = (isSmooth: boolean) => classList.toggle('scrolls-smoothly', isSmooth);
  addEventListener(
    'click',
    (event) => {
      const link = pressedLink(event);
      setSmooth(link !== null && isAnchorOnPage(link));
    },
    { capture: true },
  );
  addEventListener('scrollend', () => setSmooth(false));
}
