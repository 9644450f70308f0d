import { answerBulk } from './bulk-answers.ts'
import { answerCart } from './cart-answers.ts'
import { answerExplore } from './explore-answers.ts'
import { answerItems } from './item-answers.ts'
import { MarketState } from './market-state.ts'
import { answerMoney } from './money-answers.ts'
import { answerOffers } from './offer-answers.ts'
import { answerPeople } from './people-answers.ts'
import { answerPortfolio } from './portfolio-answers.ts'
import { answerPrivateSales } from './private-answers.ts'
import { answerSite } from './site-answers.ts'
import { answerStatistics } from './statistic-answers.ts'
import { answerTrade } from './trade-answers.ts'

/** A small market in memory. A test that needs another answer than its records give sets its own. */
export class FakeMarket extends MarketState {
  constructor() {
    super()
    answerSite(this)
    answerItems(this)
    answerCart(this)
    answerExplore(this)
    answerMoney(this)
    answerBulk(this)
    answerOffers(this)
    answerPeople(this)
    answerStatistics(this)
    answerTrade(this)
    answerPrivateSales(this)
    answerPortfolio(this)
  }
}
