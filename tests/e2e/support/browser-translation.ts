import type { Page } from 'playwright-core';

/**
 * Translates the page, and its later changes, as Chrome does: each text node is replaced by a
 * `<font>` within a `<font>`. The words stay the same, so that tests find them.
 */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const done = new WeakSet<Node>();
    const font = () => {
      const element = document.createElement('font');
      element.style.verticalAlign = 'inherit';
      return element;
    };
    const replace = (text: Text) => {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style, title, textarea, svg, iframe')) return;
      if (text.parentElement === null || done.has(text)) return;
      const words = new Text(text.data);
      const inner = font();
      const outer = font();
      done.add(words);
      inner.append(words);
      outer.append(inner);
      text.replaceWith(outer);
    };
    const translateBelow = (root: Node) => {
      const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root instanceof Text ? [root] : [];
      while (walk.nextNode()) texts.push(walk.currentNode as Text);
      texts.forEach(replace);
    };
    const observer = new MutationObserver((changes) => {
      for (const { target, type, addedNodes } of changes) {
        if (type === 'characterData') done.delete(target);
        for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) translateBelow(node);
      }
    });
    document.documentElement.classList.add('translated-ltr');
    translateBelow(document.body);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

/** Opens a URL and translates it, and the pages reached from there by links. */
export async function openTranslated(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await translate(page);
}
