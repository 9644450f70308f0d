import { lazy, useEffect, useState } from 'react'
import type { ItemGridProps } from '../entities/ItemGrid.tsx'
import { Announcements } from '../features/announcements/Announcements.tsx'
import { LiveAuctions } from '../features/auctions/LiveAuctions.tsx'
import { Banner } from '../features/banner/Banner.tsx'
import { Market } from '../features/market/Market.tsx'
import { allTexts } from '../i18n/index.ts'
import { Part } from '../kit/Part.tsx'
import { inTime } from '../lib/chunk.ts'
import { useConfig } from '../lib/site.ts'

const CardActs = lazy(
  inTime(async () => {
    const [{ CardActs: acts }] = await Promise.all([import('./CardActs.tsx'), allTexts()])
    return { default: acts }
  }),
)

/** Below the first view, with the texts it says. */
const HomeBoxes = lazy(
  inTime(async () => {
    const [{ HomeBoxes: boxes }] = await Promise.all([import('../features/boxes/HomeBoxes.tsx'), allTexts()])
    return { default: boxes }
  }),
)

/** Long enough for the first view, short enough for the first hand that reaches for a card. */
const ACTS_AFTER_MS = 1_500

export function Component() {
  const { site } = useConfig()
  const [isSettled, setSettled] = useState(false)
  const [acts, setActs] = useState<Pick<ItemGridProps, 'actOf'>>({})
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), ACTS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main>
      <title>{site.name}</title>
      <Banner />
      <Announcements />
      <LiveAuctions {...acts} />
      <Part>{isSettled && <HomeBoxes />}</Part>
      <Market {...acts} />
      <Part>{isSettled && <CardActs onReady={setActs} />}</Part>
    </main>
  )
}
