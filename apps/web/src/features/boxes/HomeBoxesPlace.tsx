import { PAGE } from '@plinth/protocol'
import { CardSkeleton } from '../../entities/cards/Card.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import './home-boxes-place.css'

const PLACES = Array.from({ length: PAGE.homeBoxesShown }, (_, place) => place)

/** As high as the row of boxes that will be here. */
export function HomeBoxesPlace() {
  return (
    <section className="wrap section home-boxes-place" aria-hidden="true">
      <div className="section-head">
        <div className="d d40">
          <Skeleton width={240} height="1lh" />
        </div>
      </div>
      <div className="grid four">
        {PLACES.map((place) => (
          <CardSkeleton key={place} />
        ))}
      </div>
    </section>
  )
}
