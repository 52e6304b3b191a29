/**
 * Runs in the page before everything else, and refers to nothing outside itself.
 * It captures a click before React, which stops clicks on parts that do not run yet.
 */
const keeper = `(()=>{let kept=[],runs=false;const waits=(button)=>!runs||button.closest("[data-later]");
addEventListener("click",(event)=>{const button=event.target.closest("button[type=button]");if(button&&waits(button))kept.push(button)},true);
window.takeEarlyClicks=()=>{runs=true;const ready=kept.filter((button)=>!waits(button));kept=kept.filter(waits);return ready}})()`;

/**
 * Makes a page store clicks on its buttons until it can handle them. Links and forms work without
 * it.
 */
export const keepEarlyClicks = (nonce: string) => `<script nonce="${nonce}">${keeper}</script>`;
