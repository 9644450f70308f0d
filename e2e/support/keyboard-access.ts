import type { Page } from 'playwright-core'

type Walk = { reached: Set<Element>; unseen: string[]; isOver: boolean; end(): void }
/** The page's window object, with the state that a walk keeps between two evaluations. */
type Walked = { walk: Walk }

/** A page of sixty works has some five hundred controls, and grows at its end. */
const MOST_STEPS = 800
const STRIDE = 20

/** From the top by Tab alone: controls that were not reached, and those without a visible focus. */
export async function walkByKeyboard(page: Page): Promise<string[]> {
  await page.evaluate(beginWalk)
  for (let at = 0; at < MOST_STEPS; at += STRIDE) {
    // In order, but not rendered one by one: that took most of a walk's time.
    await Promise.all(Array.from({ length: STRIDE }, () => page.keyboard.press('Tab')))
    // Kept in the page by `beginWalk`, under a name that no type of it has; so below.
    if (await page.evaluate(() => (globalThis as unknown as Walked).walk.isOver)) break
  }
  return page.evaluate(endWalk)
}

/** Runs in the page. */
function beginWalk(): void {
  const abort = new AbortController()
  const walk: Walk = { reached: new Set(), unseen: [], isOver: false, end: () => abort.abort() }
  ;(globalThis as unknown as Walked).walk = walk
  /** An outline or a shadow round it, or inside it, and which: one that exists without focus does not count. */
  const marksOn = (element: Element) =>
    [undefined, '::before', '::after'].map((part) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element, part)
      const hasLine = outlineStyle !== 'none' && outlineWidth !== '0px'
      return `${hasLine ? `${outlineStyle} ${outlineWidth} ${outlineColor}` : ''} ${boxShadow === 'none' ? '' : boxShadow}`.trim()
    })
  const placesOf = (element: Element) =>
    [
      element,
      element.parentElement,
      element.nextElementSibling,
      // A field's frame or the label round a radio may show it instead.
      element.closest('label, .field, form, .card'),
      element.closest('search'),
    ].filter((place) => place !== null)
  ;(document.activeElement as HTMLElement | null)?.blur()
  const before = new Map<Element, string[]>()
  for (const element of document.querySelectorAll('a, button, input, select, textarea, [role], [tabindex], audio, video, summary'))
    for (const place of placesOf(element)) before.set(place, marksOn(place))
  const isMarked = (place: Element) => {
    const then = before.get(place) ?? []
    return marksOn(place).some((mark, at) => mark !== '' && mark !== then[at])
  }
  const meet = ({ target }: FocusEvent) => {
    const element = target as HTMLElement
    // After its end the page starts over.
    if (element === [...walk.reached][0]) walk.isOver = true
    if (walk.reached.has(element)) return
    walk.reached.add(element)
    if (!placesOf(element).some(isMarked)) walk.unseen.push(`no focus to be seen: ${element.outerHTML.slice(0, 160)}`)
  }
  document.addEventListener('focusin', meet, { signal: abort.signal })
  scrollTo(0, 0)
}

/** Runs in the page. Of radios of one name one is enough: the arrows lead to the others. */
function endWalk(): string[] {
  const { reached, unseen, end } = (globalThis as unknown as Walked).walk
  end()
  const reachedNames = new Set([...reached].map((element) => (element as HTMLInputElement).name).filter(Boolean))
  const missed = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [role="button"], [tabindex="0"]')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled, [inert] *, [tabindex="-1"]'))
    .filter(
      (element) => !reached.has(element) && !(element.matches('[type=radio]') && reachedNames.has((element as HTMLInputElement).name)),
    )
  return [...unseen, ...missed.map((element) => `not reached: ${element.outerHTML.slice(0, 160)}`)]
}
