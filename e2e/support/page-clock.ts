import type { Page } from 'playwright-core'

/** A part of a page: changed when its text is another one, or says this. */
export type Watched = Readonly<Record<string, { readonly selector: string; readonly says?: string }>>
/** By the page's own clock, in ms. */
export type Changes = { readonly eventAt: number; readonly at: Readonly<Record<string, number>> }

type Noted = { at: number; text: string }

/** Before the page is opened: notes when each piece of the event stream comes. */
export async function noteEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted: Noted[] = []
    Object.assign(window, { noted })
    const ask = window.fetch
    window.fetch = async (...given) => {
      const answer = await ask(...given)
      if (!String(given[0]).startsWith('/events') || !answer.body) return answer
      const watched = new TransformStream<Uint8Array, Uint8Array>({
        transform: (piece, out) => {
          noted.push({ at: performance.now(), text: new TextDecoder().decode(piece) })
          out.enqueue(piece)
        },
      })
      return new Response(answer.body.pipeThrough(watched), answer)
    }
  })
}

/** Resolves once each part has changed, with when it did, and when the first event came that names this. */
export function changesOf(page: Page, watched: Watched, named: string): Promise<Changes> {
  return page.evaluate(
    ({ parts, name }) => {
      const began = performance.now()
      // Defined by the script above.
      const { noted } = window as unknown as { noted: Noted[] }
      const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? ''
      const before = parts.map(([, { selector }]) => textOf(selector))
      const at: Record<string, number> = {}
      return new Promise<{ eventAt: number; at: Record<string, number> }>((done) => {
        const look = () => {
          for (const [index, [part, { selector, says }]] of parts.entries()) {
            const text = textOf(selector)
            if (says === undefined ? text !== before[index] : text.includes(says)) at[part] ??= performance.now()
          }
          if (Object.keys(at).length < parts.length) return void requestAnimationFrame(look)
          done({ eventAt: noted.find((piece) => piece.at >= began && piece.text.includes(name))?.at ?? Number.NaN, at })
        }
        look()
      })
    },
    { parts: Object.entries(watched), name: named },
  )
}

/** Resolves once the page holds the connection of its browser, and what happened before has been heard. */
export async function hearsEvents(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.locks.query().then(({ held }) => (held?.length ?? 0) > 0), undefined, { timeout: 15_000 })
  await page.waitForTimeout(1_500)
}

export const nowOf = (page: Page): Promise<number> => page.evaluate(() => performance.now())
