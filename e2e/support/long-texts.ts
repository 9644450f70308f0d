/** The page's own object, with the texts as they were. */
type Stretched = { texts: Map<Text, string> }

/** Runs in the page: a language that needs 40 % more room for each word. Numbers and addresses are as long in all languages. */
export function stretchTexts(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
  const before = new Map<Text, string>()
  ;(globalThis as unknown as Stretched).texts = before
  for (const text of texts) {
    if (text.parentElement?.closest('script, style, .num, .addr')) continue
    before.set(text, text.data)
    text.data = text.data.replaceAll(/\p{L}{2,}/gu, (word) => word + 'ë'.repeat(Math.ceil(word.length * 0.4)))
  }
}

/** Runs in the page, after stretchTexts: restores the app's own texts. */
export function shrinkTexts(): void {
  for (const [text, data] of (globalThis as unknown as Stretched).texts) text.data = data
}

/** Runs in the page: texts that are cut off, or overflow their control. A line that ends in an ellipsis is meant to. */
export function clippedTexts(): string[] {
  const isControl = (part: Element) =>
    part.matches('.button, .tag, .badge, .chip, .segmented label') && getComputedStyle(part).display !== 'inline'
  const holds = (part: Element): boolean => {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(part)
    const cuts = overflowX === 'hidden' || overflowX === 'clip'
    return (cuts && textOverflow !== 'ellipsis' && webkitLineClamp === 'none') || isControl(part)
  }
  const isMeant = (part: Element) => {
    const { textOverflow, clipPath } = getComputedStyle(part)
    // Texts for screen readers are not visible.
    const isVisuallyHidden = part.matches('.visually-hidden, .skip-link') || clipPath === 'inset(50%)'
    return isVisuallyHidden || part.matches('[inert], [aria-hidden="true"]') || textOverflow === 'ellipsis'
  }
  const clipped = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()]
    if (rects.length === 0 || !node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
    for (let part: Element | null = node.parentElement; part && part !== document.body; part = part.parentElement) {
      if (isMeant(part)) break
      const box = part.getBoundingClientRect()
      if (holds(part) && rects.some(({ left, right }) => left < box.left - 1 || right > box.right + 1))
        clipped.add(`cut off: ${node.textContent?.slice(0, 60)} in .${part.className}`)
    }
  }
  return [...clipped]
}
