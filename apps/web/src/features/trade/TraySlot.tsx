import { lazy } from 'react'
import { useTray } from '../../flows/tray.ts'
import { allTexts } from '../../i18n/index.ts'
import { Part } from '../../kit/Part.tsx'
import { inTime } from '../../lib/chunk.ts'

const Tray = lazy(
  inTime(async () => {
    const [{ Tray: tray }] = await Promise.all([import('./Tray.tsx'), allTexts()])
    return { default: tray }
  }),
)

/** The tray of transactions, fetched once there is one. */
export function TraySlot() {
  const entries = useTray()
  return entries.length === 0 ? null : (
    <Part>
      <Tray />
    </Part>
  )
}
