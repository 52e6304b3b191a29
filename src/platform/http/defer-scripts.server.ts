const preload = /<link rel="modulepreload" href="([^"]+)"(?: nonce="[\w-]+")?\/>/g;
const moduleScript = /(<script(?: nonce="[\w-]+")? type="module" async="">)([\s\S]*?)(<\/script>)/;

/**
 * Returns a script that waits for the first paint, or 3 s if none is reported (a background tab).
 * It then requests the scripts four at a time, and runs the shared ones one by one.
 * Doing all of that in one task would block a phone for a tenth of a second. A message ends each
 * task, because browsers delay timers of background tabs.
 */
function afterPaint(files: readonly string[], shared: readonly string[]): string {
  return `await new Promise((done)=>{new PerformanceObserver(()=>done()).observe({type:"paint",buffered:true});setTimeout(done,3000)});
for(const [at,href] of ${JSON.stringify(files)}.entries()){
document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
if(at%4===3)await new Promise((done)=>{const{port1,port2}=new MessageChannel();port1.onmessage=done;port2.postMessage(0)});
}
for(const href of ${JSON.stringify(shared)})await import(href);
`;
}

/**
 * Leaves the network to text, fonts and pictures of a finished page: its scripts are fetched after
 * the first paint.
 * All pages keep input and clicks from before the scripts run. Reads how React Router writes its
 * scripts (decision 0017): a page in an unknown format is unchanged.
 */
export function deferScriptsUntilPaint(html: string): string {
  const files = [...html.matchAll(preload)].map(([, href]) => href ?? '');
  if (files.length === 0) return html;
  const late = html.replace(moduleScript, (_all, open: string, source: string, close: string) => {
    const awaited = source
      .replaceAll(/^import \* as (\w+) from ("[^"]+");/gm, 'const $1=await import($2);')
      .replaceAll(/^import ("[^"]+");?$/gm, 'await import($1);');
    const shared = files.filter((file) => !source.includes(`"${file}"`));
    return open + afterPaint(files, shared) + awaited + close;
  });
  return late === html ? html : late.replaceAll(preload, '');
}
