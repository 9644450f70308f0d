import { RankingsPage } from '../features/rankings/RankingsPage.tsx'

export function Component() {
  return <RankingsPage />
}
