import { Announcements } from '../features/announcements/Announcements.tsx'
import { Banner } from '../features/banner/Banner.tsx'
import { Market } from '../features/market/Market.tsx'
import { useConfig } from '../lib/site.ts'

export function Component() {
  const { site } = useConfig()
  return (
    <main>
      <title>{site.name}</title>
      <Banner />
      <Announcements />
      <Market />
    </main>
  )
}
