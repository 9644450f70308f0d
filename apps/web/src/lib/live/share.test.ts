import { describe, expect, it, vi } from 'vitest'
import { type Share, shareStream } from './share.ts'

const HEAD = { topic: 'head', chainId: 31_337, number: 7, timestamp: 1_700_000_000 } as const
const NOTICE = { topic: 'notice', unread: 1 } as const

/** A tab, and for how long the stream was quiet at its opening. */
function openTab() {
  const quiet: (number | undefined)[] = []
  const led = Promise.withResolvers<Share>()
  const own: Share = { onEvent: () => undefined, turn: (isOpen, quietS) => isOpen && quiet.push(quietS) }
  shareStream((share) => {
    led.resolve(share)
    return { restart: () => undefined }
  }, own)
  return { quiet, led: led.promise }
}

describe('the stream that tabs share', () => {
  it('[F-103] tells a tab that opens later for how long nothing has happened: it asks for nothing again', async () => {
    const first = openTab()
    const share = await first.led
    const quietS = async () => {
      const { quiet } = openTab()
      await vi.waitFor(() => expect(quiet).toHaveLength(1))
      return quiet[0] ?? -1
    }
    share.turn(true, 60)
    expect(first.quiet).toEqual([60])
    expect(await quietS()).toBeGreaterThanOrEqual(60)
    share.onEvent({ id: undefined, news: HEAD })
    expect(await quietS()).toBeGreaterThanOrEqual(60)
    share.onEvent({ id: '8', news: NOTICE })
    expect(await quietS()).toBeLessThan(60)
  })
})
