/** Each payload runs where a text is taken for code or markup; `mark` names the payload and the field. */
const ways: readonly ((mark: string) => string)[] = [
  (mark) => `<script>ranScript("${mark}")</script>`,
  (mark) => `<img src=x onerror=ranScript("${mark}")>`,
  (mark) => `"><svg onload=ranScript("${mark}")>`,
  (mark) => `</script><script>ranScript("${mark}")</script>`,
  (mark) => `javascript:ranScript("${mark}")`,
  (mark) => `<iframe srcdoc="<script>parent.ranScript('${mark}')</script>">`,
  (mark) => `'"><details open ontoggle=ranScript("${mark}")>x</details>`,
  (mark) => `</title></style></textarea></noscript><img src=x onerror=ranScript("${mark}")>`,
  (mark) => `--><img src=x onerror=ranScript("${mark}")><!--`,
  (mark) => `<!--<script>ranScript("${mark}")`,
  (mark) => `]]><img src=x onerror=ranScript("${mark}")>`,
  (mark) => `<input autofocus onfocus=ranScript("${mark}")>`,
  (mark) => `<a href="javascript:ranScript('${mark}')">press</a>`,
  (mark) => `=HYPERLINK("javascript:ranScript('${mark}')","press")`,
  (mark) => `+cmd|' /C ranScript ${mark}'!A0`,
  (mark) => `{{constructor.constructor('ranScript("${mark}")')()}}`,
  (mark) => `\${ranScript("${mark}")}`,
  (mark) => `&lt;img src=x onerror=ranScript("${mark}")&gt;`,
  (mark) => `\\u003cimg src=x onerror=ranScript("${mark}")\\u003e`,
  (mark) => `<math><mtext><mglyph><style></math><img src=x onerror=ranScript("${mark}")>`,
  (mark) => `<svg><script href="data:,ranScript('${mark}')"/></svg>`,
  (mark) => `<object data="data:text/html,<script>parent.ranScript('${mark}')</script>">`,
  (mark) => `x" onmouseover=ranScript("${mark}") style="position:fixed;inset:0" a="`,
  (mark) => `\u2028ranScript("${mark}")\u2029//`,
  (mark) => `data:text/html,<script>ranScript("${mark}")</script>`,
]

export const payloadCount = ways.length

/** The payload of any number for a field; the next one that fits into `most` characters. */
export function payloadOf(number: number, field: string, most = 300): string {
  const which = number % ways.length
  const payload = ways[which]?.(markOf(which, field)) ?? ''
  return payload.length <= most ? payload : payloadOf(number + 1, field, most)
}

/** A mark that is found again wherever a payload is shown. */
function markOf(which: number, field: string): string {
  return `m${which}-${field}-m`
}

/** The marks (`number-field`) of the payloads in a text, in any encoding. */
export function marksIn(text: string): string[] {
  return [...new Set([...text.matchAll(/m(\d+-[a-z]+)-m/g)].map(([, mark = '']) => mark))]
}
