import type { CardOptions } from './wire.ts'

/**
 * Applies the shop's `style` option property by property, so that it can change the look and nothing else.
 * Sent to the browser as text: it may use nothing outside itself.
 */
export function styleApplier(): (style: CardOptions['style']) => void {
  const properties: Record<string, string> = {
    backgroundColor: 'background-color',
    color: 'color',
    fontFamily: 'font-family',
    fontSize: 'font-size',
    fontStyle: 'font-style',
    fontVariant: 'font-variant',
    fontWeight: 'font-weight',
    letterSpacing: 'letter-spacing',
    lineHeight: 'line-height',
    padding: 'padding',
    textAlign: 'text-align',
    textDecoration: 'text-decoration',
    textShadow: 'text-shadow',
    textTransform: 'text-transform',
  }
  const variants: [name: string, input: string, icon: string][] = [
    ['base', 'input', '.brand'],
    ['empty', '.empty input', '.empty .brand'],
    ['complete', '.complete input', '.complete .brand'],
    ['invalid', 'input.invalid', 'form:has(input.invalid) .brand'],
  ]
  const states = [':hover', ':focus', '::placeholder', '::selection', ':-webkit-autofill', ':disabled']
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

  function addRule(selector: string, icon: string, wanted: Record<string, unknown>): void {
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)] as CSSStyleRule
    for (const [name, value] of Object.entries(wanted)) {
      const property = properties[name]
      if (property && typeof value === 'string') rule.style.setProperty(property, value)
    }
    if (typeof wanted['iconColor'] !== 'string') return
    const iconRule = sheet.cssRules[sheet.insertRule(`${icon} {}`, sheet.cssRules.length)] as CSSStyleRule
    iconRule.style.setProperty('color', wanted['iconColor'])
  }

  return (style) => {
    sheet.replaceSync('')
    for (const [name, selector, icon] of variants) {
      const variant = style?.[name]
      if (!variant) continue
      addRule(selector, icon, variant)
      for (const state of states) {
        const wanted = variant[state]
        if (typeof wanted === 'object') addRule(`${selector}${state}`, icon, wanted)
      }
    }
  }
}
