/** Texts that end in "…" where there is no room: the pointer gets the whole of it as a title, and only then. */
const CUT = '.clip, .trait-text, .collection-name h1, .collection-text, .rail-group h3 span, [role="gridcell"]'

/** Letters may reach a little beyond their lines. */
const REACH_PX = 8

const ours = new WeakSet<Element>()

document.addEventListener('pointerover', ({ target }) => {
  const element = target instanceof Element ? target.closest<HTMLElement>(CUT) : null
  // What has a title from elsewhere keeps it.
  if (!element || (element.closest('[title]') && !ours.has(element))) return
  const isCut = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + REACH_PX
  if (isCut) {
    element.title = element.textContent.trim()
    ours.add(element)
  } else if (ours.has(element)) element.removeAttribute('title')
})
