import { useEffect } from 'react'
import { itemPath } from '../../../lib/links.ts'

type Work = Parameters<typeof itemPath>[0]

/**
 * Rings the cards and rows of works, wherever the page shows them: a list need not know that it is swept. A style sheet of its own,
 * since the security policy allows no inline style.
 */
export function useRings(works: readonly Work[]): void {
  const text = works.map((work) => `:has(a[href="${itemPath(work)}"])`).join(',')
  useEffect(() => {
    if (text === '') return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`.card:is(${text}) > .mat { box-shadow: 0 0 0 1.5px var(--ink) } .dense-row:is(${text}) { background: var(--mat) }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [text])
}
