export const checkoutStyle = `
* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; background: #fdf6f2; color: #33232a; font: 17px/1.6 Jost, Arial, sans-serif }
.ribbon { margin: 0; padding: 6px 16px; background: #33232a; color: #fbe9e3; font-size: 14px; text-align: center }
main { max-width: 1040px; margin: 0 auto; padding: 32px 20px 64px; display: grid; gap: 32px }
h1, h2 { margin: 0; font-family: 'Cormorant Garamond', Georgia, serif; font-weight: 500; line-height: 1.1;
  letter-spacing: -.01em; font-variant-numeric: lining-nums }
h1 { font-size: 22px; color: #8a5240 }
h2 { font-size: 28px }
.total { margin: 8px 0 20px; font: 500 52px/1.1 'Cormorant Garamond', Georgia, serif; font-variant-numeric: lining-nums }
.lines { margin: 0; padding: 0; list-style: none; border-top: 1px solid #ecd8d1 }
.lines li { display: flex; justify-content: space-between; gap: 16px; padding: 14px 0; border-bottom: 1px solid #ecd8d1 }
.soft { color: #6b5560 }
.card { padding: 24px; background: #fff; border: 1px solid #ecd8d1; border-radius: 20px;
  box-shadow: 0 18px 50px -20px rgb(136 19 55 / .28) }
form { display: grid; gap: 16px; margin-top: 20px }
fieldset { display: grid; gap: 12px; margin: 0; padding: 0; border: 0; grid-template-columns: 1fr 1fr; align-items: start }
legend { padding: 0 0 8px; font-size: 18px; font-weight: 500 }
.wide { grid-column: 1 / -1 }
label { display: block; margin-bottom: 4px; font-size: 15px; font-weight: 500 }
input, select { width: 100%; min-height: 48px; padding: 10px 14px; font: inherit; color: inherit; background: #fff;
  border: 1px solid #8f7a7c; border-radius: 12px }
[aria-invalid=true] { border-color: #be123c }
:focus-visible { outline: 3px solid #f43f5e; outline-offset: 2px }
.error { margin: 4px 0 0; font-size: 15px; color: #be123c }
.notice { margin: 16px 0 0; padding: 12px 16px; border-radius: 12px; background: #fbe9e3; color: #881337 }
button, .button { display: inline-flex; min-height: 52px; align-items: center; justify-content: center; padding: 12px 28px;
  font: 500 17px Jost, Arial, sans-serif; color: #fff; background: #be123c; border: 1px solid #be123c;
  border-radius: 999px; cursor: pointer; text-decoration: none }
button:hover, .button:hover { background: #881337 }
button.second { color: #be123c; background: #fff }
button.second:hover { background: #fbe9e3 }
a.back { display: inline-flex; min-height: 44px; align-items: center; color: #be123c; text-underline-offset: 4px }
details { margin-top: 16px; font-size: 15px; color: #6b5560 }
summary { min-height: 24px; cursor: pointer }
details ul { margin: 8px 0 0; padding-left: 18px }
@media (min-width: 860px) {
  main { grid-template-columns: 5fr 6fr; gap: 64px; padding-top: 64px }
  .card { padding: 36px }
}
@media (prefers-reduced-motion: no-preference) { button, .button { transition: background-color .15s } }
`;
