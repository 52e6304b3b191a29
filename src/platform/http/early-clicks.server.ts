/**
 * Runs in the page before everything else, and refers to nothing outside itself.
 * It captures a click before React, which stops clicks on parts that do not run yet.
 * React replaces the elements of a page that was changed before hydration. The press then belongs
 * to the button with the same styles at the same position in the same part of the page.
 */
const keeper = `(()=>{let kept=[],runs=false;const waits=(button)=>!runs||button.closest("[data-later]");
const alike=(button)=>[...document.querySelectorAll("header,main,footer")].flatMap((part)=>part.tagName===button.part?[...part.querySelectorAll("button[type=button]")]:[]).filter(({className})=>className===button.look);
addEventListener("click",(event)=>{const button=event.target.closest("button[type=button]");if(!button||!waits(button))return;
const press={button,look:button.className,part:button.closest("header,main,footer")?.tagName};press.at=alike(press).indexOf(button);kept.push(press)},true);
window.takeEarlyClicks=()=>{runs=true;for(const press of kept)if(!press.button.isConnected)press.button=alike(press)[press.at]??press.button;
const ready=kept.filter(({button})=>!waits(button));kept=kept.filter(({button})=>waits(button));return ready.map(({button})=>button)}})()`;

/**
 * Makes a page store clicks on its buttons until it can handle them. Links and forms work without
 * it.
 */
export const captureEarlyClicksScript = (nonce: string) => `<script nonce="${nonce}">${keeper}</script>`;
