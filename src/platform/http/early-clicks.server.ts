/** Runs in the page before everything else, and refers to nothing outside itself. */
const keeper = `(()=>{const kept=[],keep=(event)=>{const button=event.target.closest("button[type=button]");if(button)kept.push(button)};
addEventListener("click",keep);
window.takeEarlyClicks=()=>{removeEventListener("click",keep);return kept.splice(0)}})()`;

/** Lets a page keep the presses of its buttons until it runs and can answer them; links and forms work without it. */
export function keepEarlyClicks(html: string, mark: string): string {
  return html.replace('</head>', () => `<script nonce="${mark}">${keeper}</script></head>`);
}
