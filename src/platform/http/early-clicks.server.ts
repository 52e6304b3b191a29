/**
 * Runs in the page before everything else, and refers to nothing outside itself. It hears a press before React, which stops one on a
 * part that does not run yet.
 */
const keeper = `(()=>{let kept=[],runs=false;const waits=(button)=>!runs||button.closest("[data-later]");
addEventListener("click",(event)=>{const button=event.target.closest("button[type=button]");if(button&&waits(button))kept.push(button)},true);
window.takeEarlyClicks=()=>{runs=true;const ready=kept.filter((button)=>!waits(button));kept=kept.filter(waits);return ready}})()`;

/** Lets a page keep the presses of its buttons until it runs and can answer them; links and forms work without it. */
export const keepEarlyClicks = (mark: string) => `<script nonce="${mark}">${keeper}</script>`;
