import type { Page } from 'playwright-core'

/** Slowdown of the visitor's machine and network relative to those of the bench. */
export type Throttle = { readonly cpu: number; readonly kbps: number; readonly latencyMs: number }

export async function throttle(page: Page, { cpu, kbps, latencyMs }: Throttle): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const bytesPerSecond = (kbps * 1_000) / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
}

export const WIDE = { viewport: { width: 1440, height: 900 }, locale: 'en-GB' }

export type Vitals = { readonly lcp: number; readonly cls: number; readonly inp: number; readonly longest: number }

/** Starts to observe before the page's own first script. */
export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const vitals = { lcp: 0, cls: 0, inp: 0, longest: 0 }
    Object.assign(window, { vitals })
    const watch = (type: string, note: (entry: PerformanceEntry) => void, more: object = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })
    watch('largest-contentful-paint', (entry) => {
      vitals.lcp = entry.startTime
    })
    watch('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) vitals.cls += value
    })
    watch(
      'event',
      (entry) => {
        const { interactionId } = entry as PerformanceEntry & { interactionId: number }
        if (interactionId) vitals.inp = Math.max(vitals.inp, entry.duration)
      },
      { durationThreshold: 16 },
    )
    watch('longtask', (entry) => {
      vitals.longest = Math.max(vitals.longest, entry.duration)
    })
  })
}

/** The page's global, defined by the script above. */
export const readVitals = (page: Page): Promise<Vitals> => page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals)

/** Resets the counters. */
export async function forgetLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    // Defined by the script above.
    ;(window as unknown as { vitals: { longest: number } }).vitals.longest = 0
  })
}

/** No request is pending, and the last image has been painted. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  // An app that has not started looks as idle as a finished one.
  await page.waitForFunction(() => [...document.images].some((image) => image.naturalWidth > 0), undefined, { timeout: 60_000 })
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .skeleton') === null, undefined, { timeout: 60_000 })
  await page.waitForFunction(() =>
    [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight).every((image) => image.complete),
  )
  // A frame counts once it is shown, which is late on a busy machine.
  await page.waitForFunction(() => (window as unknown as { vitals: Vitals }).vitals.lcp > 0, undefined, { timeout: 30_000 })
  await page.waitForTimeout(500)
}
