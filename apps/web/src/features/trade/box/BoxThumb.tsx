import type { BoxRecord } from '@plinth/api'
import { BoxArt } from '../../../entities/cards/BoxArt.tsx'
import './open-box.css'

/** The box on a small mat, for the head of a dialog. */
export function BoxThumb({ box }: { box: BoxRecord }) {
  return (
    <span className="thumb box-thumb">
      <BoxArt id={box.id} />
    </span>
  )
}
