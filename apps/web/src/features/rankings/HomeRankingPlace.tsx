import './home-ranking-place.css'

/** As high as five rows, so that what is below does not move when they come. */
export const HomeRankingPlace = () => <div className="home-ranking-place" aria-hidden="true" />
