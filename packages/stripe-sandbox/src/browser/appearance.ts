/** Styles of the sandbox's form inside its shadow root. */
export const formStyles = `
    :host { display: block; font: inherit; color: inherit }
    .grid { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
    .grid > div { position: relative }
    .wide { grid-column: 1 / -1 }
    label { position: absolute; left: 15px; top: 6px; font-size: 12px; line-height: 18px; color: #6b5560; pointer-events: none }
    input { box-sizing: border-box; width: 100%; min-height: 54px; padding: 22px 14px 4px; font: inherit; font-size: 16px;
      color: inherit; background: #fff; border: 1px solid #8f7a7c; border-radius: 12px }
    input:focus-visible { outline: 3px solid #f43f5e; outline-offset: 1px }
    input[aria-invalid=true] { border-color: #be123c }
    .error { min-height: 0; margin: 4px 0 0; font-size: 14px; color: #be123c }
    details { margin-top: 12px; font-size: 14px; color: #5b4a4c }
    summary { cursor: pointer; min-height: 24px }
    ul { margin: 6px 0 0; padding-left: 18px; line-height: 1.6 }
    dialog { max-width: 360px; padding: 24px; border: 0; border-radius: 16px; color: #3b2a2c }
    dialog::backdrop { background: rgb(40 20 24 / .5) }
    h2 { margin: 0 0 8px; font-size: 20px }
    button { min-height: 44px; margin-top: 12px; width: 100%; font: inherit; font-size: 16px; cursor: pointer;
      border-radius: 999px; border: 1px solid #be123c; background: #be123c; color: #fff }
    button.wallet { margin: 0; background: #33232a; border-color: #33232a }
    label.above { position: static; display: block }
    select { box-sizing: border-box; width: 100%; min-height: 44px; padding: 4px 10px; font: inherit; font-size: 16px;
      color: inherit; background: #fff; border: 1px solid #8f7a7c; border-radius: 12px }
    dl { display: grid; grid-template-columns: 1fr auto; margin: 12px 0 0 }
    dd { margin: 0 }
    button:disabled { opacity: .6; cursor: default }
    button.second { background: #fff; color: #be123c }
`;
